import styles from './agent-banner.module.css'

/** The visit that a request belongs to, for the shell of every page. */
export interface BannerImpersonation {
  readonly agent: string
  readonly member: string
  readonly mayWrite: boolean
  /** ISO instant. */
  readonly endsAt: string
}

/** Over every page while an agent acts for a member: who, for whom, until when, and the way out. */
export const AgentBanner = ({ agent, member, mayWrite, endsAt }: BannerImpersonation) => (
  <aside className={styles.banner} aria-label="Support visit">
    <p>
      {agent} acts for {member}, {mayWrite ? 'may change things' : 'reads only'}, until{' '}
      <time dateTime={endsAt}>{endsAt.slice(11, 16)} UTC</time>
    </p>
    <form method="post" action="/agent" className={styles.ways}>
      {mayWrite ? null : <a href="/agent">Change something</a>}
      <button name="wish" value="end">
        End the visit
      </button>
    </form>
  </aside>
)
