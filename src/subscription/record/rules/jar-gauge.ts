/** How many days a full jar lasts; the gauge printed on it runs from 30 to 0. */
const daysInJar = 30

interface Supply {
  /** The date on which the latest shipment was sent. */
  readonly shippedOn: Temporal.PlainDate
  /** Days that one order lasts. */
  readonly supplyDays: number
}

/**
 * Days left in the jar, 0 to 30: one serving a day since the latest shipment. A shipment of several months fills the
 * jar again each time it is empty, so the count restarts at 30.
 */
export const daysLeftInJar = ({ shippedOn, supplyDays }: Supply, today: Temporal.PlainDate): number => {
  const used = Math.max(0, shippedOn.until(today, { largestUnit: 'days' }).days)
  const left = supplyDays - used
  return left <= 0 ? 0 : ((left - 1) % daysInJar) + 1
}
