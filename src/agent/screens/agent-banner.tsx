import { clockTime } from '#shared/dates.ts'
import styles from './agent-banner.module.css'

/** The impersonation session of a request, for the shell of every page. */
export interface BannerImpersonation {
  readonly agent: string
  readonly member: string
  readonly mayWrite: boolean
  /** ISO instant. */
  readonly endsAt: string
}

/** Above every page while an agent acts for a member: who, for whom, until when, and a button to end it. */
export const AgentBanner = ({ agent, member, mayWrite, endsAt }: BannerImpersonation) => (
  <aside className={styles.banner} aria-label="Support session">
    <p>
      {agent} is helping {member}, {mayWrite ? 'can make changes' : 'view only'}, until{' '}
      <time dateTime={endsAt}>{clockTime(endsAt.slice(11, 16))} UTC</time>
    </p>
    <form method="post" action="/agent" className={styles.actions}>
      {mayWrite ? null : <a href="/agent">Make a change</a>}
      <button name="operation" value="end">
        End session
      </button>
    </form>
  </aside>
)
