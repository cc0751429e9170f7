import { needsConfirmation } from './opt-in.ts'

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
 * An entered address: subscribed at once or asked to confirm, as the country asks. An address that left before is
 * always asked, so that nobody else can bring it back.
 */
export const decideSignUp = (
  known: Subscriber | null,
  country: string,
  now: Temporal.Instant,
): SignUp | null => {
  const ask = { state: 'asked', act: 'asked' } as const
  if (known === null) return needsConfirmation(country) ? ask : { state: 'subscribed', act: 'joined' }
  switch (known.state) {
    case 'subscribed':
      return null
    case 'asked':
      return isAtLeast(known.askedAt, askAgainAfter, now) ? ask : null
    case 'unsubscribed':
      return ask
    default:
      return known.state satisfies never
  }
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
