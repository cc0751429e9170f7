/** What is known about the owner of an abandoned cart. */
export interface ReminderCandidate {
  /** Subscribed, and confirmed if needed. */
  readonly isSubscribed: boolean
  readonly remindedAt: Temporal.Instant | null
  /** Bought something, with this cart or another, since the cart was changed last. */
  readonly hasOrderedSince: boolean
}

/** A cart is abandoned when it was not changed for this long … */
export const abandonedAfter = Temporal.Duration.from({ hours: 4 })

/** … and forgotten, not abandoned, after this. */
export const abandonedUntil = Temporal.Duration.from({ hours: 72 })

/** The least time between two reminders. */
const reminderInterval = Temporal.Duration.from({ hours: 14 * 24 })

/** How long the link of a reminder opens the cart. */
export const cartLinkLifetime = Temporal.Duration.from({ hours: 14 * 24 })

/** Whether somebody is reminded of a cart: only subscribers, not after a purchase meanwhile, and rarely. */
export const isReminderDue = (
  { isSubscribed, remindedAt, hasOrderedSince }: ReminderCandidate,
  now: Temporal.Instant,
): boolean =>
  isSubscribed &&
  !hasOrderedSince &&
  (remindedAt === null || Temporal.Instant.compare(remindedAt.add(reminderInterval), now) <= 0)
