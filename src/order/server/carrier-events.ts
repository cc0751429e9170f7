import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { effectOf, isOnItsWay } from '#shipment/rules/shipment-state.ts'
import type { EventEffect, ShipmentState } from '#shipment/rules/shipment-state.ts'
import { isNumberOfLabel } from '#shipment/server/labels.ts'
import {
  isEventRecorded,
  moveShipments,
  orderIdsTracked,
  recordEvents,
  shipmentsOf,
  updateExpectedOn,
} from '#shipment/server/shipments.ts'
import type { EventSource, Shipment } from '#shipment/server/shipments.ts'
import { lockOrder } from './order-store.ts'
import { shipComplete } from './fulfillment.ts'

/** What a carrier says of a shipment, or an operator for it. */
export interface CarrierEvent {
  /** Its code; null for an operator, who names the number only. */
  readonly carrier: string | null
  readonly tracking: string
  readonly says:
    | { readonly kind: 'state'; readonly state: ShipmentState }
    | { readonly kind: 'delayed'; readonly expectedOn: Temporal.PlainDate }
  readonly at: Temporal.Instant | null
  readonly source: EventSource
  /** How the carrier names the event; the same name again changes nothing. */
  readonly externalId: string | null
}

const effectFor = ({ state, expectedOn }: Shipment, { says }: CarrierEvent): EventEffect => {
  if (says.kind === 'state') return effectOf(state, says.state)
  if (!isOnItsWay(state)) return 'late'
  return expectedOn?.equals(says.expectedOn) ? 'repeats' : 'moves'
}

const recordDelay = async (tx: Tx, shipment: Shipment, on: Temporal.PlainDate): Promise<void> => {
  const { id, orderId, accountId, expectedOn } = shipment
  await updateExpectedOn(tx, id, on)
  const isLater = expectedOn === null || Temporal.PlainDate.compare(on, expectedOn) > 0
  if (isLater) tx.publish({ kind: 'shipment-delayed', shipmentId: id, orderId, accountId })
}

/** A carrier's clock may be ahead of the shop's, or behind. */
const between = (
  earliest: Temporal.Instant | null,
  at: Temporal.Instant,
  latest: Temporal.Instant,
): Temporal.Instant => {
  if (Temporal.Instant.compare(at, latest) > 0) return latest
  return earliest !== null && Temporal.Instant.compare(at, earliest) < 0 ? earliest : at
}

const apply = async (tx: Tx, shipment: Shipment, event: CarrierEvent): Promise<EventEffect> => {
  const { says, source, externalId, at } = event
  if (externalId !== null && (await isEventRecorded(tx, shipment.id, externalId))) return 'repeats'
  const effect = effectFor(shipment, event)
  const happenedAt = at === null ? tx.now : between(shipment.shippedAt ?? shipment.packedAt, at, tx.now)
  if (effect === 'moves' && says.kind === 'state') {
    await moveShipments(tx, [shipment], {
      to: says.state,
      source,
      at: happenedAt,
      ...(externalId === null ? {} : { externalId }),
    })
    return effect
  }
  await recordEvents(tx, [
    {
      shipmentId: shipment.id,
      kind: says.kind === 'state' ? says.state : 'delayed',
      source,
      happenedAt,
      isApplied: effect === 'moves',
      expectedOn: says.kind === 'delayed' ? says.expectedOn : null,
      externalId,
    },
  ])
  if (effect === 'moves' && says.kind === 'delayed') await recordDelay(tx, shipment, says.expectedOn)
  return effect
}

const applyToOrder = (deps: AppDeps, orderId: string, event: CarrierEvent): Promise<EventEffect[]> =>
  inTransaction(deps, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new ShopError('NOT_FOUND')
    const shipments = (await shipmentsOf(tx.db, [orderId])).get(orderId) ?? []
    const effects: EventEffect[] = []
    for (const shipment of shipments) {
      const { carrier, tracking } = shipment
      if (tracking !== event.tracking || (event.carrier !== null && carrier !== event.carrier)) continue
      effects.push(await apply(tx, shipment, event))
    }
    await shipComplete(tx, [order])
    return effects
  })

/**
 * Records what happened to the shipments of a tracking number, each under the lock of its order. Events that arrive
 * twice or late are written to the history and move nothing. Returns the effect on each: none of a label whose shipment travels
 * by another number, because its carrier would report it again and again. NOT_FOUND for an unknown number.
 */
export const recordCarrierEvent = async (deps: AppDeps, event: CarrierEvent): Promise<EventEffect[]> => {
  const orderIds = await orderIdsTracked(deps.database, event.carrier, event.tracking)
  const { carrier, tracking, externalId } = event
  if (
    orderIds.length === 0 &&
    carrier !== null &&
    (await isNumberOfLabel(deps.database, carrier, tracking))
  ) {
    deps.log.warn(
      { carrier, event: externalId },
      'a carrier reports a label that another number has replaced',
    )
    return []
  }
  if (orderIds.length === 0) throw new ShopError('NOT_FOUND', { detail: `There is no shipment ${tracking}.` })
  const effects: EventEffect[] = []
  for (const orderId of orderIds) effects.push(...(await applyToOrder(deps, orderId, event)))
  return effects
}
