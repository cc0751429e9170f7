export type SubscriberState = 'pending' | 'subscribed' | 'unsubscribed'

export interface Subscriber {
  readonly state: SubscriberState
  /** The time of the last confirmation request. */
  readonly requestedAt: Temporal.Instant
}

/** What follows from an address that was entered; null when nothing does. */
type SignUp =
  | { readonly state: 'pending'; readonly action: 'requested' }
  | { readonly state: 'subscribed'; readonly action: 'joined' }

/** A mailbox gets at most one confirmation request in this time, no matter who enters its address. */
const requestInterval = Temporal.Duration.from({ hours: 1 })

/** How long a link to confirm works. */
export const confirmLinkLifetime = Temporal.Duration.from({ hours: 7 * 24 })

const isAtLeast = (since: Temporal.Instant, duration: Temporal.Duration, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(since.add(duration), now) <= 0

/**
 * The decision for an entered address: subscribed at once if it is the confirmed mailbox of the signed-in member who
 * entered it; otherwise it gets a confirmation request, in every country, because an entered address does not prove its
 * owner.
 */
export const decideSignUp = (
  existing: Subscriber | null,
  isOwnMailbox: boolean,
  now: Temporal.Instant,
): SignUp | null => {
  if (existing?.state === 'subscribed') return null
  if (isOwnMailbox) return { state: 'subscribed', action: 'joined' }
  const recentlyRequested =
    existing?.state === 'pending' && !isAtLeast(existing.requestedAt, requestInterval, now)
  return recentlyRequested ? null : { state: 'pending', action: 'requested' }
}

/** The result of a confirmation link for the request of `requestedAt`: it confirms, was used already, or is expired. */
export const decideConfirmation = (
  existing: Subscriber | null,
  requestedAt: Temporal.Instant,
  now: Temporal.Instant,
): 'confirm' | 'done' | 'expired' => {
  if (existing === null || !existing.requestedAt.equals(requestedAt)) return 'expired'
  if (existing.state === 'subscribed') return 'done'
  return existing.state === 'pending' && !isAtLeast(requestedAt, confirmLinkLifetime, now)
    ? 'confirm'
    : 'expired'
}
