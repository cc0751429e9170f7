import type { CarrierServices } from '#order/server/orders.ts'
import { lockedOrder, orderById } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { standardCode } from '#pricing/rules/shipping-methods.ts'
import { minutesUntilNextAsk, packedContents, packedGrams } from '#shipment/rules/label-request.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import type { ShippingPolicy } from '#shipment/rules/shipping-policy.ts'
import type { LabelOutcome } from '#shipment/server/carrier.ts'
import type { ReturnPolicy } from '../rules/return-policy.ts'
import { returnedItems, returnPostage } from '../rules/return-policy.ts'
import { claimReturnLabels, insertReturnLabel, updateReturnLabel } from './return-label-store.ts'
import type { ReturnLabel } from './return-label-store.ts'
import { selectReturn } from './return-store.ts'
import type { OrderReturn } from './return-store.ts'

/** What returns need in addition to the carrier: the shop's terms and the address of its warehouse. */
export interface ReturnServices extends CarrierServices {
  readonly returns: ReturnPolicy
  readonly shipping: Pick<ShippingPolicy, 'from'>
}

/** Who pays for the way back of an order's returns. */
export const postageOf = (
  { carrier, returns: policy, shipping }: Omit<ReturnServices, 'deps'>,
  { shipTo }: Pick<Order, 'shipTo'>,
): 'shop' | 'buyer' =>
  returnPostage({
    policy,
    sellsLabels: carrier.code !== null,
    from: shipTo.country,
    to: shipping.from.country,
  })

/** Writes down that a return needs a label, if the shop pays; the caller holds the lock of its order. */
export const wantReturnLabel = async (
  tx: Tx,
  services: Omit<ReturnServices, 'deps'>,
  order: Order,
  returnId: string,
): Promise<boolean> => {
  const { code } = services.carrier
  if (code === null || postageOf(services, order) === 'buyer') return false
  await insertReturnLabel(tx, { returnId, orderId: order.id, carrier: code })
  return true
}

const batchSize = 8

/** Takes labels for which the carrier is to be asked now; the next time is planned already, in case that no answer comes. */
const takeDue = (
  { deps }: ReturnServices,
  state: 'wanted' | 'void-wanted',
): Promise<readonly ReturnLabel[]> =>
  inTransaction(deps, async (tx) => {
    const due = await claimReturnLabels(tx, state, batchSize)
    for (const { returnId, requests } of due)
      await updateReturnLabel(tx, returnId, state, {
        nextAskAt: tx.now.add({ minutes: minutesUntilNextAsk(requests + 1) }),
        requests: requests + 1,
      })
    return due
  })

const askFor = (
  { deps, carrier }: ReturnServices,
  order: Order,
  { id, number, lines }: OrderReturn,
  from: Order['shipTo'],
): Promise<LabelOutcome> => {
  const items = returnedItems(order.lines, lines)
  return carrier.buyLabel({
    // A return has one label ever, so its own id is the key: asked for again, it is the same one.
    key: id,
    shippingMethod: standardCode(),
    weightGrams: packedGrams(items),
    reference: number,
    to: from,
    isReturn: true,
    contents: packedContents(order.lines, items),
    currency: order.currency,
    at: deps.clock.now(),
  })
}

/** Records a label, or why it could not be bought; a label that is not wanted any more will be voided. */
const recordOutcome = async (
  tx: Tx,
  { id, orderId }: OrderReturn,
  outcome: Exclude<LabelOutcome, { readonly state: 'unknown' }>,
): Promise<void> => {
  await lockedOrder(tx, orderId)
  const change =
    outcome.state === 'refused'
      ? ({ state: 'refused', reason: outcome.reason, nextAskAt: null } as const)
      : ({
          state: 'bought',
          bought: {
            carrierLabel: outcome.label.id,
            tracking: outcome.label.tracking,
            trackingUrl: outcome.label.trackingUrl,
          },
          nextAskAt: null,
          requests: 0,
        } as const)
  // The instructions are mailed with the label, or without one that there will not be.
  if (await updateReturnLabel(tx, id, 'wanted', change))
    tx.publish({ kind: 'return-requested', returnId: id })
}

const buy = async (services: ReturnServices, label: ReturnLabel): Promise<LabelOutcome['state']> => {
  const { deps } = services
  const order = await orderById(deps.database, label.orderId)
  const one = await selectReturn(deps.database, label.returnId)
  if (!one) throw new Error('a label has its return')
  // From where it went, which an operator may have corrected.
  const [sent] = (await shipmentsOf(deps.database, [order.id])).get(order.id) ?? []
  const outcome = await askFor(services, order, one, sent?.shipTo ?? order.shipTo)
  deps.reachCrashPoint('return label: carrier answered')
  if (outcome.state === 'unknown') return outcome.state
  await inTransaction(deps, (tx) => recordOutcome(tx, one, outcome))
  if (outcome.state === 'refused')
    deps.log.error(
      { return: one.number, reason: outcome.reason },
      'the carrier refused the label of a return',
    )
  return outcome.state
}

const voidDue = async (services: ReturnServices): Promise<void> => {
  const { deps, carrier } = services
  for (const { returnId, orderId, carrierLabel } of await takeDue(services, 'void-wanted')) {
    const result = await carrier.voidLabel(returnId)
    if (result === 'unknown') return
    await inTransaction(deps, async (tx) => {
      await lockedOrder(tx, orderId)
      const state = result === 'used' && carrierLabel !== null ? 'used' : 'voided'
      await updateReturnLabel(tx, returnId, 'void-wanted', { state, nextAskAt: null })
    })
  }
}

/** Asks the carrier for the labels of returns that are due, and to void those that are. What it does not answer is asked again. */
export const processReturnLabels = async (services: ReturnServices): Promise<void> => {
  if (services.carrier.code === null) return
  await voidDue(services)
  for (;;) {
    const due = await takeDue(services, 'wanted')
    const states = await Promise.all(due.map((label) => buy(services, label)))
    if (states.includes('unknown') || due.length < batchSize) return
  }
}
