import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { SettingsLinks } from '#account/screens/settings-links.tsx'
import { SettingsSection } from '#account/screens/settings-section.tsx'
import styles from '#account/screens/settings-page.module.css'
import { shopContext } from '#app/shop-context.ts'
import type { ReplyOf } from '#shared/call.ts'
import { longDate } from '#shared/dates.ts'
import { ownValue } from '#shared/own-value.ts'
import text from '#ui/text.module.css'
import { listVisits } from '../calls.ts'

export const loader = ({ context }: LoaderFunctionArgs) => context.get(shopContext).call(listVisits, {})

type Visit = ReplyOf<typeof listVisits>['visits'][number]

const outcomes: Readonly<Record<string, string>> = { done: 'done', begun: 'begun' }

const clock = (iso: string): string => iso.slice(11, 16)

const time = (iso: string): string => `${longDate(iso)}, ${clock(iso)} UTC`

const factsOf = ({ started_at: begun, ends_at: ends, reason, intent }: Visit) => [
  { term: 'Time', fact: `${clock(begun)} to ${clock(ends)} UTC` },
  { term: 'Reason', fact: reason },
  { term: 'To change', fact: intent ?? 'Nothing: your account was only looked at.' },
]

const VisitSection = ({ visit }: { readonly visit: Visit }) => (
  <SettingsSection id={`visit-${visit.id}`} title={`${visit.agent}, ${longDate(visit.started_at)}`}>
    <Facts facts={factsOf(visit)} />
    {visit.acts.length === 0 ? null : (
      <ul className={styles.list}>
        {visit.acts.map((act) => (
          <li key={`${act.at}-${act.what}-${act.subject}`} className={styles.row}>
            <span>{act.what}</span>
            <span className={text.mute}>
              {time(act.at)}, {ownValue(outcomes, act.outcome) ?? 'refused'}
            </span>
          </li>
        ))}
      </ul>
    )}
  </SettingsSection>
)

/** Who acted for the member, when, why, and what they changed. */
const AgentVisitsPage = () => {
  const { visits } = useLoaderData<typeof loader>()
  return (
    <AccountFrame at="settings" title="Support visits">
      <SettingsLinks at="/account/settings/support-visits" />
      {visits.length === 0 ? (
        <p className={styles.note}>Nobody of our support has opened your account.</p>
      ) : (
        visits.map((visit) => <VisitSection key={visit.id} visit={visit} />)
      )}
    </AccountFrame>
  )
}

export default AgentVisitsPage
