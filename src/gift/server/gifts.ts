import { isFullyRefunded } from '#shipment/rules/shipment-item.ts'
import { orderById, orderNumbers } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { giftState } from '../rules/gift-state.ts'
import type { GiftState } from '../rules/gift-state.ts'
import { createClaimLinks } from './claim-links.ts'
import { anonymizeGiver, selectGift, selectGiven, selectReceived } from './gift-store.ts'
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

/** For mails: a gift with its order, its state and the address of its claim; null when it is not there. */
export const giftToMail = async (deps: AppDeps, id: string) => {
  const gift = await selectGift(deps.database, id)
  if (!gift) return null
  const order = await orderById(deps.database, gift.orderId)
  return { gift, order, state: stateOf(gift, order), claimUrl: createClaimLinks(deps).urlOf(gift) }
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
