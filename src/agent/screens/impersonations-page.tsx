import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { SettingsLinks, SettingsSection } from '#account/screens/settings-frame.tsx'
import styles from '#account/screens/settings-page.module.css'
import { shopContext } from '#web/request/shop-context.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { clockTime, longDate } from '#shared/dates.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import { listImpersonations } from '../endpoints.ts'
import { visitMessages } from '../messages/visit-messages.ts'
import { auditedText } from '../rules/agent-rights.ts'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(shopContext).call(listImpersonations, {})

type Impersonation = ReplyOf<typeof listImpersonations>['impersonations'][number]

const outcomeKeys = { done: 'done', started: 'started' } as const

const timeOf = (iso: string, locale: Locale): string => clockTime(iso.slice(11, 16), locale)

const factsOf = (
  { started_at: startedAt, ends_at: endsAt, reason, intent }: Impersonation,
  locale: Locale,
) => {
  const t = visitMessages.in(locale)
  const [from, until] = [timeOf(startedAt, locale), timeOf(endsAt, locale)]
  return [
    { term: t('time'), fact: t('timeRange', { from, until }) },
    { term: t('reason'), fact: reason },
    { term: t('changes'), fact: intent ?? t('nothing') },
  ]
}

const Action = ({ audited }: { readonly audited: Impersonation['actions'][number] }) => {
  const t = useMessages(visitMessages)
  const locale = useLocale()
  const { at, description, outcome } = audited
  return (
    <li className={styles.row}>
      <span>{auditedText(description, locale)}</span>
      <span className={text.mute}>
        {t('visitTime', { day: longDate(at, locale), time: timeOf(at, locale) })},{' '}
        {t(ownValue(outcomeKeys, outcome) ?? 'refused')}
      </span>
    </li>
  )
}

const ImpersonationSection = ({ impersonation }: { readonly impersonation: Impersonation }) => {
  const t = useMessages(visitMessages)
  const locale = useLocale()
  const { id, agent, started_at: startedAt } = impersonation
  return (
    <SettingsSection id={`visit-${id}`} title={t('titleOn', { agent, day: longDate(startedAt, locale) })}>
      <Facts facts={factsOf(impersonation, locale)} />
      {impersonation.actions.length === 0 ? null : (
        <ul className={styles.list}>
          {impersonation.actions.map((audited) => (
            <Action key={`${audited.at}-${audited.description}-${audited.subject}`} audited={audited} />
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

/** Who acted for the member, when, why, and what they changed. */
const ImpersonationsPage = () => {
  const { impersonations } = useLoaderData<typeof loader>()
  const t = useMessages(visitMessages)
  return (
    <AccountFrame at="settings" title={t('visitsTitle')}>
      <SettingsLinks at="/account/settings/support-visits" />
      {impersonations.length === 0 ? (
        <p className={styles.note}>{t('noVisits')}</p>
      ) : (
        impersonations.map((impersonation) => (
          <ImpersonationSection key={impersonation.id} impersonation={impersonation} />
        ))
      )}
    </AccountFrame>
  )
}

export default ImpersonationsPage
