export const campaignStates = ['draft', 'scheduled', 'sending', 'sent', 'stopped'] as const

export type CampaignState = (typeof campaignStates)[number]

/** From this many recipients on a second person agrees. */
export const secondPersonFrom = 100

/** What is not sent within this time is not made up for: a worker that was away does not send everything at once. */
const longestBurst = Temporal.Duration.from({ minutes: 5 })

/** The most copies of one turn. */
const mostAtOnce = 500

interface ThrottleFacts {
  /** Null without a limit. */
  readonly perHour: number | null
  /** Until when the limit is used up; null before the first copy. */
  readonly releasedAt: Temporal.Instant | null
}

/** How many copies may be sent now, and until when the limit is used up then. */
export const copiesAllowed = (
  { perHour, releasedAt }: ThrottleFacts,
  now: Temporal.Instant,
): { readonly count: number; readonly usedUntil: (released: number) => Temporal.Instant } => {
  if (perHour === null) return { count: mostAtOnce, usedUntil: () => now }
  const msPerCopy = 3_600_000 / perHour
  const burstMs = Math.ceil(Math.max(longestBurst.total('milliseconds'), msPerCopy))
  const earliest = now.subtract({ milliseconds: burstMs })
  const from =
    releasedAt !== null && Temporal.Instant.compare(releasedAt, earliest) > 0 ? releasedAt : earliest
  const elapsed = now.epochMilliseconds - from.epochMilliseconds
  // At the beginning one copy, and then one after the other.
  const count = releasedAt === null ? 1 : Math.min(mostAtOnce, Math.floor(elapsed / msPerCopy))
  const start = releasedAt === null ? now : from
  return {
    count: Math.max(0, count),
    usedUntil: (released) =>
      Temporal.Instant.fromEpochMilliseconds(
        Math.ceil(start.epochMilliseconds + (releasedAt === null ? 0 : released * msPerCopy)),
      ),
  }
}

/** Whether a number of recipients is still about the one that somebody was shown and typed. */
export const isAboutSame = (counted: number, shown: number): boolean =>
  Math.abs(counted - shown) <= Math.max(20, shown / 100)
