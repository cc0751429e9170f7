import type { Checkout } from './checkout-record.ts'

/** How long a thank-you page shows what was bought, after the payment is settled. */
const detailsLifetime = Temporal.Duration.from({ hours: 24 })

export const areDetailsShown = (
  { settledAt, createdAt }: Pick<Checkout, 'settledAt' | 'createdAt'>,
  now: Temporal.Instant,
): boolean => Temporal.Instant.compare(now, (settledAt ?? createdAt).add(detailsLifetime)) < 0
