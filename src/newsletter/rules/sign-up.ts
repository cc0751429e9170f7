export type SubscriberState = 'asked' | 'subscribed' | 'unsubscribed'

export interface Subscriber {
  readonly state: SubscriberState
  /** When its owner was last asked to confirm. */
  readonly requestedAt: Temporal.Instant
}

/** What follows from an address that was entered; null when nothing does. */
type SignUp =
  | { readonly state: 'asked'; readonly action: 'asked' }
  | { readonly state: 'subscribed'; readonly action: 'joined' }

/** A mailbox gets at most one request to confirm in this time, whoever keeps entering its address. */
const requestInterval = Temporal.Duration.from({ hours: 1 })

/** How long a link to confirm works. */
export const confirmLinkLifetime = Temporal.Duration.from({ hours: 7 * 24 })

const isAtLeast = (since: Temporal.Instant, duration: Temporal.Duration, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(since.add(duration), now) <= 0

/**
 * The decision for an entered address: subscribed at once if it is the confirmed mailbox of the signed-in member who entered
 * it; otherwise it is asked to confirm, in every country, because an entered address does not prove its owner.
 */
export const decideSignUp = (
  existing: Subscriber | null,
  isOwnMailbox: boolean,
  now: Temporal.Instant,
): SignUp | null => {
  if (existing?.state === 'subscribed') return null
  if (isOwnMailbox) return { state: 'subscribed', action: 'joined' }
  const recentlyRequested =
    existing?.state === 'asked' && !isAtLeast(existing.requestedAt, requestInterval, now)
  return recentlyRequested ? null : { state: 'asked', action: 'asked' }
}

/** What a link to confirm, made for the request of `askedAt`, does: confirms, finds it done, or is expired. */
export const decideConfirmation = (
  existing: Subscriber | null,
  requestedAt: Temporal.Instant,
  now: Temporal.Instant,
): 'confirm' | 'done' | 'expired' => {
  if (existing === null || !existing.requestedAt.equals(requestedAt)) return 'expired'
  if (existing.state === 'subscribed') return 'done'
  return existing.state === 'asked' && !isAtLeast(requestedAt, confirmLinkLifetime, now)
    ? 'confirm'
    : 'expired'
}
