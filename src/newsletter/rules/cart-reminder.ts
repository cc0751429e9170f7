/** What is known of somebody who left a cart. */
export interface ReminderCandidate {
  /** Asked for letters, and confirmed it where that is needed. */
  readonly isSubscribed: boolean
  readonly remindedAt: Temporal.Instant | null
  /** Bought something, with this cart or another, since the cart was touched last. */
  readonly hasOrderedSince: boolean
}

/** A cart is left when nobody has touched it for this long … */
export const abandonedAfter = Temporal.Duration.from({ hours: 4 })

/** … and forgotten, not left, after this. */
export const abandonedUntil = Temporal.Duration.from({ hours: 72 })

/** Nobody is reminded more often than this. */
const reminderInterval = Temporal.Duration.from({ hours: 14 * 24 })

/** How long the link of a reminder opens the cart. */
export const cartLinkLifetime = Temporal.Duration.from({ hours: 14 * 24 })

/** Whether somebody is reminded of a cart: only who agreed to letters, not who bought meanwhile, and rarely. */
export const isReminderDue = (
  { isSubscribed, remindedAt, hasOrderedSince }: ReminderCandidate,
  now: Temporal.Instant,
): boolean =>
  isSubscribed &&
  !hasOrderedSince &&
  (remindedAt === null || Temporal.Instant.compare(remindedAt.add(reminderInterval), now) <= 0)
