/** How long the link of an authorisation opens. */
export const agentLinkLife = Temporal.Duration.from({ hours: 1 })

/** Minutes that a visit may last; the shortest that is any use, the usual, and the longest. */
export const visitMinutes = { least: 5, usual: 30, most: 120 } as const

/** After this many wrong passwords a link is closed. */
export const mostTries = 5

export interface VisitTimes {
  readonly startedAt: Temporal.Instant | null
  readonly endsAt: Temporal.Instant | null
  readonly endedAt: Temporal.Instant | null
}

/** Whether a visit goes on at `now`; its limit ends it at its very moment. */
export const isVisitLive = ({ startedAt, endsAt, endedAt }: VisitTimes, now: Temporal.Instant): boolean =>
  startedAt !== null && endsAt !== null && endedAt === null && Temporal.Instant.compare(now, endsAt) < 0
