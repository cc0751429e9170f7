import { contestedCharges } from '#dispute/server/disputes.ts'
import { ordersOf } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { refundsOf } from '#payment/refund/server/refunds.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import { returnsOfAccount } from '#return/server/returns.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Tx } from '#platform/app-deps.ts'
import { withdrawnOf } from '#withdrawal/server/withdrawals.ts'
import type { ReferredOrder } from '../rules/referral.ts'

/** The orders of a friend that the shop keeps no money for, or may not. */
const ordersGoingBack = async (
  tx: Tx,
  friendId: string,
  orders: readonly Order[],
): Promise<ReadonlySet<string>> => {
  const ids = orders.map(({ id }) => id)
  const disputed = await contestedCharges(tx.db, friendId)
  const returns = await returnsOfAccount(tx.db, friendId)
  return new Set([
    ...(await refundsOf(tx.db, ids)).map(({ orderId }) => orderId),
    ...(await withdrawnOf(tx.db, ids)),
    ...returns.filter(({ state }) => state === 'requested').map(({ orderId }) => orderId),
    ...orders.filter(({ chargeId }) => chargeId !== null && disputed.has(chargeId)).map(({ id }) => id),
  ])
}

/** What a friend ordered, as a referral is decided by it. */
export const referredOrders = async (tx: Tx, friendId: string): Promise<ReferredOrder[]> => {
  const orders = await ordersOf(tx.db, friendId)
  const goingBack = await ordersGoingBack(tx, friendId, orders)
  return orders.map(({ id, state, placedAt, shippedAt, totals }) => ({
    state,
    placedAt,
    shippedOn: shippedAt && dateIn(shippedAt, brand.timeZone),
    paidCents: toPayCents(totals),
    mayGoBack: goingBack.has(id),
  }))
}
