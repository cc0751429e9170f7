import { arrivalDates } from '#delivery/rules/delivery-dates.ts'
import type { Route } from '#delivery/rules/delivery-dates.ts'
import { laterOf } from '#shared/date-range.ts'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'

/** What is known of a shipment's way; dates in the time zone of the shop. */
export interface ShipmentWay {
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
