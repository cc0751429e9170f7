import { arrivalDates, fromToday, shipDatesFrom } from '#delivery/rules/delivery-dates.ts'
import type { Route } from '#delivery/rules/delivery-dates.ts'
import { laterOf } from '#shared/date-range.ts'
import type { DateRange } from '#shared/date-range.ts'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'

/** What is known of a shipment's dates, in the time zone of the shop. */
export interface ShipmentDates {
  readonly state: ShipmentState
  /** When its order is to ship; null for a gift that nobody claimed yet. */
  readonly ships: DateRange | null
  readonly shippedOn: Temporal.PlainDate | null
  /** The day that the carrier said. */
  readonly expectedOn: Temporal.PlainDate | null
}

const arrivalOnItsWay = (
  { shippedOn, expectedOn }: ShipmentDates,
  route: Route,
  today: Temporal.PlainDate,
): DateRange | null => {
  if (expectedOn !== null) return fromToday({ from: expectedOn, until: expectedOn }, today)
  return shippedOn && fromToday(arrivalDates({ from: shippedOn, until: shippedOn }, route), today)
}

/**
 * When a shipment arrives as far as is known today: by its carrier's word, else by the day on which it left, else by the
 * days on which it is to leave. Null for one that arrives no more, or has, or waits for somebody's decision.
 */
export const shipmentArrival = (
  dates: ShipmentDates,
  route: Route,
  today: Temporal.PlainDate,
): DateRange | null => {
  switch (dates.state) {
    case 'pending':
      return dates.ships && arrivalDates(shipDatesFrom(dates.ships, today), route)
    case 'packed':
      return arrivalDates(shipDatesFrom({ from: today, until: today }, today), route)
    case 'shipped':
    case 'in-transit':
      return arrivalOnItsWay(dates, route, today)
    case 'on-hold':
    case 'delivered':
    case 'returned-to-sender':
    case 'lost':
    case 'canceled':
      return null
    default:
      return dates.state satisfies never
  }
}

/** When an order arrives: from the first of its shipments to the last; null when nothing is on its way. */
export const orderArrival = (arrivals: readonly (DateRange | null)[]): DateRange | null => {
  const known = arrivals.filter((arrival) => arrival !== null)
  const from = known.map((arrival) => arrival.from).toSorted((a, b) => Temporal.PlainDate.compare(a, b))[0]
  return from === undefined
    ? null
    : { from, until: known.map(({ until }) => until).reduce((a, b) => laterOf(a, b)) }
}
