import { lockAccount } from '#account/server/accounts.ts'
import { shopProducts } from '#catalogue/server/plans.ts'
import { isOwnOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import { flagsOf, reviewOffer } from '../rules/review.ts'
import type { NoReview, ReviewOffer, DeclineReason } from '../rules/review.ts'
import { isProfane } from './profanity.ts'
import {
  decideReview as recordDecision,
  deleteReview,
  deleteReviewsOf,
  lockReview,
  saveReview,
  selectReviewsOf,
} from './review-store.ts'
import type { Review, ReviewText } from './review-store.ts'

export type { Review } from './review-store.ts'
export {
  countWaiting as countWaitingReviews,
  forgetDeclinedBefore as forgetDeclinedReviews,
  selectDecided as decidedReviews,
  selectReview as reviewById,
  selectReviewsOf as reviewsOfAccount,
  selectWaiting as waitingReviews,
} from './review-store.ts'

/** Why nothing can be reviewed, as its buyer reads it. */
export const reviewRefusals = {
  gift: 'The recipient has the gift.',
  'not-delivered': 'You can write a review once your order has been delivered.',
} as const satisfies Record<NoReview, string>

/** What can be reviewed of an order now. */
export const reviewOfferFor = async (deps: AppDeps, order: Order): Promise<ReviewOffer> => {
  const shipments = (await shipmentsOf(deps.database, [order.id])).get(order.id) ?? []
  return reviewOffer({
    kind: order.kind,
    products: await shopProducts(deps),
    lines: order.lines,
    shipments: shipments.map(({ state, items }) => ({
      state,
      positions: items.map(({ position }) => position),
    })),
  })
}

const requireOffered = (offer: ReviewOffer, product: string): void => {
  if (offer.kind === 'none')
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: reviewRefusals[offer.reason],
      data: { reason: offer.reason },
    })
  if (!offer.products.includes(product))
    throw new ShopError('VALIDATION_ERROR', {
      fields: { product: 'Please choose a product from this order.' },
    })
}

const isSame = (a: ReviewText, b: ReviewText): boolean =>
  a.stars === b.stars && a.title === b.title && a.text === b.text && a.name === b.name

/** Pages that show the product are drawn again. */
const refreshPages = (tx: Tx): Promise<void> => tx.invalidate('review')

/** An order as its buyer has named it: signed in, or by its number and e-mail. */
export interface NamedOrder {
  readonly order: Order
  readonly isSignedIn: boolean
}

/**
 * What the buyer of an order wrote before and may see and change here: a member what they wrote with any of their orders; who
 * knows a number and an e-mail what was written with this order.
 */
export const reviewsHere = async (
  db: AppDeps['database'],
  { order, isSignedIn }: NamedOrder,
): Promise<Review[]> => {
  const written = await selectReviewsOf(db, order.accountId)
  return isSignedIn ? written : written.filter(({ orderId }) => orderId === order.id)
}

/** One review per person and product: it is changed where it was written. An order that nobody confirmed is nobody's yet. */
const refuseSecond = async (tx: Tx, order: Order, product: string): Promise<void> => {
  const others = (await selectReviewsOf(tx.db, order.accountId)).filter(
    (one) => one.product === product && one.orderId !== order.id,
  )
  if (others.length > 0 && (await isOwnOrder(tx.db, order.accountId, order.id)))
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'You’ve reviewed this product with another order. Please sign in to change it.',
      data: { reason: 'reviewed-before' },
    })
}

const unchanged = (): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', {
    detail: 'We couldn’t publish this text. Please change it, and we’ll read it again.',
    data: { reason: 'declined-before' },
  })

/**
 * Writes what a buyer thinks of a delivered product; a changed text waits for staff again. The same text again changes
 * nothing. ACTION_NOT_ALLOWED with the reason in `data.reason`; VALIDATION_ERROR on `product`.
 */
export const writeReview = async (
  deps: AppDeps,
  named: NamedOrder,
  { product, ...text }: ReviewText & { readonly product: string },
): Promise<void> => {
  const { order } = named
  requireOffered(await reviewOfferFor(deps, order), product)
  await inTransaction(deps, async (tx) => {
    const { accountId, id: orderId } = order
    // One at a time for a person: their orders share one review of a product.
    if ((await lockAccount(tx.db, accountId)) === null) throw new ShopError('NOT_FOUND')
    const found = (await reviewsHere(tx.db, named)).find((one) => one.product === product)
    // Staff may decide at this moment: what it was is read under its lock.
    const earlier = found ? await lockReview(tx, found.id) : null
    if (earlier && isSame(earlier, text)) {
      if (earlier.state === 'declined') throw unchanged()
      return
    }
    if (!earlier) await refuseSecond(tx, order, product)
    const flags = flagsOf(text, isProfane)
    await saveReview(tx, { ...text, product, accountId, orderId, flags }, earlier?.id ?? null)
    if (earlier?.state === 'published') await refreshPages(tx)
  })
}

/** Deletes what the buyer of an order wrote about a product; again it changes nothing. */
export const removeReview = (deps: AppDeps, named: NamedOrder, product: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const written = (await reviewsHere(tx.db, named)).find((one) => one.product === product)
    if (written && (await deleteReview(tx, written.id))) await refreshPages(tx)
  })

/** What a member wrote, when their account is deleted. */
export const eraseReviewsOf = async (tx: Tx, accountId: string): Promise<void> => {
  if ((await deleteReviewsOf(tx, accountId)) > 0) await refreshPages(tx)
}

export interface ReviewDecision {
  readonly id: string
  /** Of the text that staff have read. */
  readonly version: number
  /** Null publishes it. */
  readonly declineReason: DeclineReason | null
}

/**
 * Staff publish or decline the text that they have read; also what was decided before. `also` is written in the same
 * transaction. NOT_FOUND; ACTION_NOT_ALLOWED when its author or somebody else was faster.
 */
export const decideReview = (
  deps: AppDeps,
  { id, version, declineReason }: ReviewDecision,
  also: (tx: Tx, review: Review) => Promise<void>,
): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const review = await lockReview(tx, id)
    if (!review) throw new ShopError('NOT_FOUND')
    if (review.version !== version)
      throw new ShopError('ACTION_NOT_ALLOWED', {
        detail: 'Its author has changed the review meanwhile. Please read it again.',
      })
    const state = declineReason === null ? 'published' : 'declined'
    if (review.state === state && review.declineReason === declineReason)
      throw new ShopError('ACTION_NOT_ALLOWED', { detail: `It was ${state} before.` })
    await recordDecision(tx, id, { state, reason: declineReason })
    if (state === 'published' || review.state === 'published') await refreshPages(tx)
    tx.publish({ kind: 'review-decided', reviewId: id })
    await also(tx, review)
  })
