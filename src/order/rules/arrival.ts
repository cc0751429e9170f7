import { arrivalDates, fromToday, shipDatesFrom } from '#delivery/rules/delivery-dates.ts'
import type { Route } from '#delivery/rules/delivery-dates.ts'
import { laterOf } from '#shared/date-range.ts'
import type { DateRange } from '#shared/date-range.ts'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'

/** What is known of a shipment's way; dates in the time zone of the shop. */
interface ShipmentWay {
  readonly state: ShipmentState
  readonly shippedOn: Temporal.PlainDate | null
  /** The day that the carrier said. */
  readonly expectedOn: Temporal.PlainDate | null
  readonly deliveredOn: Temporal.PlainDate | null
}

/**
 * The day on which a shipment counts as received: that of its delivery, or, where its carrier reports nothing, the last
 * day on which it may arrive. Null as long as it is not received: the days of its buyer have not begun.
 */
export const receivedDay = (
  { state, shippedOn, expectedOn, deliveredOn }: ShipmentWay,
  route: Route,
): Temporal.PlainDate | null => {
  if (deliveredOn) return deliveredOn
  if (state !== 'shipped' || !shippedOn) return null
  const { until } = arrivalDates({ from: shippedOn, until: shippedOn }, route)
  return expectedOn ? laterOf(until, expectedOn) : until
}

const isGone = (state: ShipmentState): boolean =>
  state === 'canceled' || state === 'lost' || state === 'returned-to-sender'

/**
 * The day on which the last of an order was received (Directive 2011/83/EU, article 9 (2) (b)); null while something of
 * it is not. What was lost or came back counts only when nothing else was received.
 */
export const orderReceivedDay = (
  shipments: readonly { readonly state: ShipmentState; readonly receivedOn: Temporal.PlainDate | null }[],
): Temporal.PlainDate | null =>
  shipments
    .filter(({ state }) => !isGone(state))
    .map(({ receivedOn }) => receivedOn)
    .reduce<Temporal.PlainDate | null | undefined>(
      (last, day) => (last === undefined ? day : last && day && laterOf(last, day)),
      undefined,
    ) ?? null

/** The units of an order's line in a returned package: those that can be sold again, and those that cannot. */
export interface ReceivedLine {
  readonly position: number
  readonly restocked: number
  readonly writtenOff: number
  /** Of the team, on these units; null for none. */
  readonly note: string | null
}

/** How many units of a line came. */
export const unitsIn = ({ restocked, writtenOff }: Pick<ReceivedLine, 'restocked' | 'writtenOff'>): number =>
  restocked + writtenOff

/** What can be sold again, by plan. */
export const restockedPlans = (
  lines: readonly { readonly planCode: string }[],
  received: readonly ReceivedLine[],
) =>
  received
    .filter(({ restocked }) => restocked > 0)
    .map(({ position, restocked }) => ({ planCode: lines[position]?.planCode ?? '', quantity: restocked }))

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
