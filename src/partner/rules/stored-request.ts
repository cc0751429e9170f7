/** How long a reply is stored, counted from the request (docs/partners.md). */
export const replyLife = Temporal.Duration.from({ hours: 24 })

/** How long a request counts as running: longer than any request is answered. */
export const runningLife = Temporal.Duration.from({ minutes: 2 })

interface EarlierRequest {
  readonly isSameRequest: boolean
  readonly requestedAt: Temporal.Instant
  /** Null once it has a reply. */
  readonly runningUntil: Temporal.Instant | null
}

/**
 * What a request does whose Idempotency-Key is known: it answers what the earlier one did, runs because nothing is left of
 * the earlier one, or is refused because that one runs or was another request.
 */
export const decideRepeated = (
  { isSameRequest, requestedAt, runningUntil }: EarlierRequest,
  now: Temporal.Instant,
): 'replay' | 'run' | 'in-use' | 'reused' => {
  const isRunning = runningUntil !== null && Temporal.Instant.compare(now, runningUntil) < 0
  const isForgotten = Temporal.Instant.compare(now, requestedAt.add(replyLife)) >= 0
  if (isForgotten && !isRunning) return 'run'
  if (!isSameRequest) return 'reused'
  if (isRunning) return 'in-use'
  return runningUntil === null ? 'replay' : 'run'
}
