/**
 * When a subscription began, by its id, which is of version 7 and has its time. For an id of another kind the epoch: what was
 * published at any time counts in the member's favor.
 */
export const beganAt = (subscriptionId: string): Temporal.Instant => {
  const digits = subscriptionId.replaceAll('-', '')
  const milliseconds = digits[12] === '7' ? Number.parseInt(digits.slice(0, 12), 16) : 0
  return Temporal.Instant.fromEpochMilliseconds(Number.isNaN(milliseconds) ? 0 : milliseconds)
}
