/** How long the link of an authorisation opens. */
export const agentLinkLifetime = Temporal.Duration.from({ hours: 1 })

/** Minutes of an impersonation session: the least, the default, and the most. */
export const impersonationMinutes = { min: 5, default: 30, max: 120 } as const

/** After this many wrong passwords a link is closed. */
export const maxAttempts = 5

export interface ImpersonationTimes {
  readonly startedAt: Temporal.Instant | null
  readonly endsAt: Temporal.Instant | null
  readonly endedAt: Temporal.Instant | null
}

/** Whether an impersonation session is live at `now`; its limit ends it at its very moment. */
export const isImpersonationLive = (
  { startedAt, endsAt, endedAt }: ImpersonationTimes,
  now: Temporal.Instant,
): boolean =>
  startedAt !== null && endsAt !== null && endedAt === null && Temporal.Instant.compare(now, endsAt) < 0
