import { accountById } from '#account/server/accounts.ts'
import { isFullyRefunded } from '#shipment/rules/shipment-item.ts'
import { orderById, orderNumbers } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { eraseShipTo, shipmentsOf } from '#shipment/server/shipments.ts'
import { isOpen } from '#shipment/rules/shipment-state.ts'
import { giftState } from '../rules/gift-state.ts'
import type { GiftState } from '../rules/gift-state.ts'
import { createClaimLinks } from './claim-gift.ts'
import {
  anonymizeGiver,
  selectGift,
  selectGiven,
  selectReceived,
  anonymizeCanceled,
  anonymizeRecipient,
  eraseGiftAddresses,
  selectOrdersWithAddressLeft,
} from './gift-store.ts'
import type { Db, StoredGift } from './gift-store.ts'

export type { StoredGift } from './gift-store.ts'

export { insertGift as openGift, selectGiftOfOrder as giftOfOrder } from './gift-store.ts'

/** Erases the name and the words of a giver from their gifts; the gifts are still delivered. */
export const forgetGiver = anonymizeGiver

/** The state of a gift. */
export const stateOf = (gift: StoredGift, order: Order): GiftState =>
  giftState({
    orderState: order.state,
    isRefunded: isFullyRefunded(order),
    isSent: gift.sentAt !== null,
    isClaimed: gift.claimedAt !== null,
  })

/** Whether the giver deleted their account. They are mailed only what their money depends on (decision 426). */
export const isGiverErased = async (db: Db, { accountId }: Pick<StoredGift, 'accountId'>): Promise<boolean> =>
  (await accountById(db, accountId)) === null

/** For mails: a gift with its order, its state and the address of its claim; null when it is not there. */
export const giftToMail = async (deps: AppDeps, id: string) => {
  const gift = await selectGift(deps.database, id)
  if (!gift) return null
  const order = await orderById(deps.database, gift.orderId)
  return {
    gift,
    order,
    state: stateOf(gift, order),
    claimUrl: createClaimLinks(deps).urlOf(gift),
    isGiverErased: await isGiverErased(deps.database, gift),
  }
}

/** What the shop stores of the gifts that a member gave and received, for the download. */
export const giftsOf = async (db: Db, accountId: string) => {
  const facts = (gift: StoredGift) => ({
    recipient_name: gift.recipientName,
    message: gift.message,
    starts_on: gift.startsOn.toString(),
    claimed_at: gift.claimedAt?.toString() ?? null,
  })
  const given = await selectGiven(db, accountId)
  const own = await orderNumbers(
    db,
    accountId,
    given.map(({ orderId }) => orderId),
  )
  return {
    given: given
      .filter(({ orderId }) => own.has(orderId))
      .map((gift) => ({
        ...facts(gift),
        recipient_email: gift.recipientEmail,
      })),
    received: (await selectReceived(db, accountId)).map((gift) => ({
      ...facts(gift),
      giver_name: gift.giverName,
      address: gift.shipTo,
    })),
  }
}

/** Erases the addresses to which gifts of erased recipients went; an address that is still needed stays until then. */
export const forgetGiftAddresses = async (tx: Tx): Promise<void> => {
  const erased = await selectOrdersWithAddressLeft(tx.db)
  const shipments = await shipmentsOf(tx.db, erased)
  const left = erased.filter((id) => !(shipments.get(id) ?? []).some(({ state }) => isOpen(state)))
  if (left.length === 0) return
  await eraseShipTo(tx, left)
  await eraseGiftAddresses(tx, left)
}

const checkoutsOf = async (tx: Tx, orderIds: readonly string[]): Promise<string[]> => {
  const orders = await Promise.all(orderIds.map((id) => orderById(tx.db, id)))
  return orders.flatMap(({ checkoutId }) => (checkoutId === null ? [] : [checkoutId]))
}

/** Erases whom gifts were for that were canceled before a moment. Returns how many, and the checkouts that bought them. */
export const forgetCanceledGifts = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<{ readonly count: number; readonly checkoutIds: readonly string[] }> => {
  const orderIds = await anonymizeCanceled(tx, before, limit)
  return { count: orderIds.length, checkoutIds: await checkoutsOf(tx, orderIds) }
}

/**
 * Erases a recipient from the gifts that they claimed or that wait for them; what is on its way still arrives. Returns
 * the checkouts that bought these gifts.
 */
export const forgetRecipient = async (
  tx: Tx,
  accountId: string,
  emails: readonly string[],
): Promise<string[]> => {
  const orderIds = await anonymizeRecipient(tx, accountId, emails)
  await forgetGiftAddresses(tx)
  return checkoutsOf(tx, orderIds)
}
