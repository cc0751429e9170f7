/** What is known of a jar at home and the orders to come. */
interface Supply {
  readonly today: Temporal.PlainDate
  /** Days that one order lasts. */
  readonly supplyDays: number
  /** When the latest shipment was sent; null before the first. */
  readonly shippedOn: Temporal.PlainDate | null
  /** The days of the orders to come, in their order. */
  readonly orders: readonly Temporal.PlainDate[]
}

/** Days left at home on a day: counted from today on. */
interface ForecastPoint {
  readonly day: number
  readonly left: number
}

/** Days on which there is nothing left: from the first one until an order comes. */
interface EmptyDays {
  readonly from: number
  readonly until: number
}

export interface JarForecast {
  /** Where the line turns, in their order; two of one day where an order comes. */
  readonly points: readonly ForecastPoint[]
  readonly empty: readonly EmptyDays[]
}

const daysFrom = (today: Temporal.PlainDate, day: Temporal.PlainDate): number =>
  today.until(day, { largestUnit: 'days' }).days

/**
 * How many days of a product a member has at home in the next `horizon` days: one serving a day from the latest shipment on, and each
 * order adds its days on its own day. What is there before the first shipment is not known, so nothing is empty then.
 */
export const jarForecast = (
  { today, supplyDays, shippedOn, orders }: Supply,
  horizon: number,
): JarForecast => {
  const points: ForecastPoint[] = []
  const empty: EmptyDays[] = []
  let day = 0
  let left = shippedOn === null ? 0 : Math.max(0, supplyDays - Math.max(0, -daysFrom(today, shippedOn)))
  const goTo = (next: number): void => {
    const rest = left - (next - day)
    if (left > 0 && rest < 0) points.push({ day: day + left, left: 0 })
    left = Math.max(0, rest)
    day = next
    points.push({ day, left })
  }
  points.push({ day, left })
  for (const order of orders.map((on) => daysFrom(today, on)).filter((on) => on >= 0 && on <= horizon)) {
    const emptyFrom = day + left
    if (emptyFrom < order && (shippedOn !== null || points.length > 1))
      empty.push({ from: emptyFrom, until: order })
    if (order > day) goTo(order)
    left += supplyDays
    points.push({ day, left })
  }
  if (day < horizon) goTo(horizon)
  return { points, empty }
}

/** How many days a full jar lasts; the gauge printed on it runs from 30 to 0. */
const daysInJar = 30

interface JarSupply {
  /** The date on which the latest shipment was sent. */
  readonly shippedOn: Temporal.PlainDate
  /** Days that one order lasts. */
  readonly supplyDays: number
}

/**
 * Days left in the jar, 0 to 30: one serving a day since the latest shipment. A shipment of several months fills the
 * jar again each time it is empty, so the count restarts at 30.
 */
export const daysLeftInJar = ({ shippedOn, supplyDays }: JarSupply, today: Temporal.PlainDate): number => {
  const used = Math.max(0, shippedOn.until(today, { largestUnit: 'days' }).days)
  const left = supplyDays - used
  return left <= 0 ? 0 : ((left - 1) % daysInJar) + 1
}
