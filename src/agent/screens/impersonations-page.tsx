import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { SettingsLinks, SettingsSection } from '#account/screens/settings-frame.tsx'
import styles from '#account/screens/settings-page.module.css'
import { shopContext } from '#web/request/shop-context.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { clockTime, longDate } from '#shared/dates.ts'
import { ownValue } from '#shared/own-value.ts'
import text from '#ui/text.module.css'
import { listImpersonations } from '../endpoints.ts'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(shopContext).call(listImpersonations, {})

type Impersonation = ReplyOf<typeof listImpersonations>['impersonations'][number]

const outcomeLabels: Readonly<Record<string, string>> = { done: 'done', started: 'started' }

const timeOf = (iso: string): string => clockTime(iso.slice(11, 16))

const dateTimeOf = (iso: string): string => `${longDate(iso)}, ${timeOf(iso)} UTC`

const factsOf = ({ started_at: startedAt, ends_at: endsAt, reason, intent }: Impersonation) => [
  { term: 'Time', fact: `${timeOf(startedAt)} to ${timeOf(endsAt)} UTC` },
  { term: 'Reason', fact: reason },
  { term: 'Changes', fact: intent ?? 'Nothing. Your account was only viewed.' },
]

const ImpersonationSection = ({ impersonation }: { readonly impersonation: Impersonation }) => (
  <SettingsSection
    id={`visit-${impersonation.id}`}
    title={`${impersonation.agent}, ${longDate(impersonation.started_at)}`}
  >
    <Facts facts={factsOf(impersonation)} />
    {impersonation.actions.length === 0 ? null : (
      <ul className={styles.list}>
        {impersonation.actions.map((auditedAction) => (
          <li
            key={`${auditedAction.at}-${auditedAction.description}-${auditedAction.subject}`}
            className={styles.row}
          >
            <span>{auditedAction.description}</span>
            <span className={text.mute}>
              {dateTimeOf(auditedAction.at)}, {ownValue(outcomeLabels, auditedAction.outcome) ?? 'refused'}
            </span>
          </li>
        ))}
      </ul>
    )}
  </SettingsSection>
)

/** Who acted for the member, when, why, and what they changed. */
const ImpersonationsPage = () => {
  const { impersonations } = useLoaderData<typeof loader>()
  return (
    <AccountFrame at="settings" title="Support access">
      <SettingsLinks at="/account/settings/support-visits" />
      {impersonations.length === 0 ? (
        <p className={styles.note}>Our support team has not opened your account.</p>
      ) : (
        impersonations.map((impersonation) => (
          <ImpersonationSection key={impersonation.id} impersonation={impersonation} />
        ))
      )}
    </AccountFrame>
  )
}

export default ImpersonationsPage
