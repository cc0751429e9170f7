import { clockTime } from '#shared/dates.ts'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { visitMessages } from '../messages/visit-messages.ts'
import styles from './agent-banner.module.css'

/** The impersonation session of a request, for the shell of every page. */
export interface BannerImpersonation {
  readonly agent: string
  readonly member: string
  /** A person of staff from the desk; otherwise an agent. */
  readonly isOfStaff: boolean
  readonly mayWrite: boolean
  /** ISO instant. */
  readonly endsAt: string
}

/** Above every page while an agent acts for a member: who, for whom, until when, and a button to end it. */
export const AgentBanner = ({ agent, member, isOfStaff, mayWrite, endsAt }: BannerImpersonation) => {
  const t = useMessages(visitMessages)
  const locale = useLocale()
  const time = () => <time dateTime={endsAt}>{clockTime(endsAt.slice(11, 16), locale)} UTC</time>
  const values = { agent, member, rights: mayWrite ? 'write' : 'read', time } as const
  return (
    <aside className={styles.banner} aria-label={t('session')}>
      <p>{rich(t.rich(isOfStaff ? 'staffBanner' : 'banner', values))}</p>
      <form method="post" action="/agent" className={styles.actions}>
        {mayWrite ? null : <a href="/agent">{t('makeChange')}</a>}
        <button name="operation" value="end">
          {t('end')}
        </button>
      </form>
    </aside>
  )
}
