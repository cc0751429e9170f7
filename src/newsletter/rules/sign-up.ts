export type SubscriberState = 'asked' | 'subscribed' | 'unsubscribed'

export interface Subscriber {
  readonly state: SubscriberState
  /** When its owner was last asked to confirm. */
  readonly askedAt: Temporal.Instant
}

/** What follows from an address that was entered; null when nothing does. */
type SignUp =
  | { readonly state: 'asked'; readonly act: 'asked' }
  | { readonly state: 'subscribed'; readonly act: 'joined' }

/** A mailbox gets at most one request to confirm in this time, whoever keeps entering its address. */
const askAgainAfter = Temporal.Duration.from({ hours: 1 })

/** How long a link to confirm works. */
export const confirmLife = Temporal.Duration.from({ hours: 7 * 24 })

const isAtLeast = (since: Temporal.Instant, duration: Temporal.Duration, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(since.add(duration), now) <= 0

/**
 * The decision for an entered address: subscribed at once if it is the confirmed mailbox of the signed-in member who entered
 * it; otherwise it is asked to confirm, in every country, because an entered address does not prove its owner.
 */
export const decideSignUp = (
  known: Subscriber | null,
  isOwners: boolean,
  now: Temporal.Instant,
): SignUp | null => {
  if (known?.state === 'subscribed') return null
  if (isOwners) return { state: 'subscribed', act: 'joined' }
  const askedLately = known?.state === 'asked' && !isAtLeast(known.askedAt, askAgainAfter, now)
  return askedLately ? null : { state: 'asked', act: 'asked' }
}

/** What a link to confirm, made for the request of `askedAt`, does: confirms, finds it done, or is expired. */
export const decideConfirmation = (
  known: Subscriber | null,
  askedAt: Temporal.Instant,
  now: Temporal.Instant,
): 'confirm' | 'done' | 'expired' => {
  if (known === null || !known.askedAt.equals(askedAt)) return 'expired'
  if (known.state === 'subscribed') return 'done'
  return known.state === 'asked' && !isAtLeast(askedAt, confirmLife, now) ? 'confirm' : 'expired'
}
