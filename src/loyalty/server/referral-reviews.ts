import { ordersOf } from '#order/server/orders.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { addressKeyOf, cardKeyOf, sharedBy } from '#shared/same-buyer.ts'
import type { BuyerKeys, SameBuyer } from '#shared/same-buyer.ts'
import { readReferralReviews } from './referral-store.ts'

export { setReferralReviewed as closeReferralReview } from './referral-store.ts'

const buyerKeysOf = async (tx: Tx, accountId: string): Promise<BuyerKeys> => {
  const orders = await ordersOf(tx.db, accountId)
  return {
    cards: orders.flatMap(({ card }) => (card === null ? [] : (cardKeyOf(card) ?? []))),
    addresses: orders.map(({ shipTo }) => addressKeyOf(shipTo)),
  }
}

/** What the orders of a friend and of the referrer have in common; null for nothing. */
export const sameBuyer = async (tx: Tx, friendId: string, referrerId: string): Promise<SameBuyer | null> =>
  sharedBy(await buyerKeysOf(tx, friendId), await buyerKeysOf(tx, referrerId))

/** A referral that may be of one and the same person. */
export interface ReferralReview {
  readonly friendId: string
  readonly referrerId: string
  readonly reason: string
}

/** What waits for an operator's look, oldest first. */
export const referralReviews = async (db: AppDeps['database']): Promise<ReferralReview[]> =>
  (await readReferralReviews(db)).map((row) => ({
    friendId: row.friend_id,
    referrerId: row.referrer_id,
    reason: row.review_reason ?? '',
  }))
