import type { Expression } from 'kysely'
import { accountById, wantsMail } from '#account/server/accounts.ts'
import type { Product } from '#catalogue/rules/product.ts'
import { shopProducts } from '#catalogue/server/plans.ts'
import { orderById } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import { inTransaction } from '#platform/transaction.ts'
import { problemsOf } from '#return/server/problems.ts'
import { returnsOf } from '#return/server/returns.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import {
  hasReviewChecks,
  nextReviewCheck,
  saveReviewCheck,
  selectReviewChecks,
  shipmentsOf,
} from '#shipment/server/shipments.ts'
import type { DeliveredBetween } from '#shipment/server/shipments.ts'
import { reviewOffer, productsToAskAbout } from '../rules/review.ts'
import type { ReviewPolicy } from '../rules/review.ts'
import { saveRequests } from './review-request-store.ts'
import { selectReviewsOf } from './review-store.ts'

export {
  deleteRequestsOf as forgetReviewRequestsOf,
  selectRequestsOf as reviewRequestsOf,
} from './review-request-store.ts'

export interface ReviewRequestServices {
  readonly deps: AppDeps
  readonly reviews: ReviewPolicy
}

const batchSize = 50

type Db = AppDeps['database']

/** What may be asked of an order's buyer now, of the products of one of its shipments or of all that was delivered. */
const askable = async (
  db: Db,
  all: readonly Product[],
  order: Order,
  isMeant: (shipmentId: string) => boolean,
): Promise<readonly string[]> => {
  const { id, kind, lines, accountId, state, refundedCents } = order
  const shipments = ((await shipmentsOf(db, [id])).get(id) ?? []).filter((one) => isMeant(one.id))
  const offer = reviewOffer({
    kind,
    lines,
    products: all,
    shipments: shipments.map((one) => ({
      state: one.state,
      positions: one.items.map(({ position }) => position),
    })),
  })
  if (offer.kind === 'none') return []
  const isBack = (await returnsOf(db, id)).length > 0 || (await problemsOf(db, id)).length > 0
  return productsToAskAbout({
    delivered: offer.products,
    hadTrouble: state === 'canceled' || refundedCents > 0 || isBack,
    isWanted:
      (await accountById(db, accountId)) !== null && (await wantsMail(db, accountId, 'review-request')),
    reviewed: (await selectReviewsOf(db, accountId)).map(({ product }) => product),
  })
}

/** The products that a mail may still ask about: what its buyer did since counts. */
export const stillToAskAbout = async (
  deps: AppDeps,
  order: Order,
  products: readonly string[],
): Promise<readonly string[]> =>
  (await askable(deps.database, await shopProducts(deps), order, () => true)).filter((product) =>
    products.includes(product),
  )

const askAbout = async (
  tx: Tx,
  all: readonly Product[],
  { id, order_id: orderId }: { readonly id: string; readonly order_id: string },
): Promise<void> => {
  if (!(await saveReviewCheck(tx, id))) return
  const order = await orderById(tx.db, orderId)
  const found = await askable(tx.db, all, order, (shipmentId) => shipmentId === id)
  const products = await saveRequests(tx, { accountId: order.accountId, orderId, products: found })
  if (products.length > 0) tx.publish({ kind: 'review-wanted', orderId, products })
}

const periodAt = (now: Temporal.Instant, policy: ReviewPolicy): DeliveredBetween => ({
  from: now.subtract({ hours: 24 * policy.ask_until_days }),
  until: now.subtract({ hours: 24 * policy.ask_after_days }),
})

/** Whether `askForReviews` has something to do. */
export const hasReviewsToAskFor = ({ deps, reviews }: ReviewRequestServices): Expression<boolean> =>
  hasReviewChecks(deps.database, periodAt(deps.clock.now(), reviews))

/** Asks the buyers of what was delivered some days ago, once for a product, each shipment in a transaction of its own. */
export const askForReviews = async ({ deps, reviews }: ReviewRequestServices): Promise<void> => {
  const all = await shopProducts(deps)
  for (;;) {
    const due = await selectReviewChecks(deps.database, periodAt(deps.clock.now(), reviews), batchSize)
    for (const one of due) await inTransaction(deps, (tx) => askAbout(tx, all, one))
    if (due.length < batchSize) return
  }
}

/** The day on which somebody is to be asked next; null when nothing was delivered. */
export const nextReviewRequestOn = async ({
  deps,
  reviews,
}: ReviewRequestServices): Promise<Temporal.PlainDate | null> => {
  const { from } = periodAt(deps.clock.now(), reviews)
  const delivered = await nextReviewCheck(deps.database, from)
  return delivered && dateIn(delivered.add({ hours: 24 * reviews.ask_after_days }), brand.timeZone)
}

/** The order that a link names, and when the link was issued. */
interface LinkedReviews {
  readonly orderId: string
  readonly issuedAt: Temporal.Instant
}

/** Links of mails that open the reviews of one order for who has them, without a sign-in. */
export const createReviewLinks = ({ secret, publicUrl }: Pick<AppDeps, 'secret' | 'publicUrl'>) => {
  const signer = createTokenSigner(secret, 'review an order')
  return {
    urlOf: (orderId: string, issuedAt: Temporal.Instant): string =>
      `${publicUrl}/review?key=${signer.sign(`${orderId} ${issuedAt.epochMilliseconds}`)}`,
    /** What a key names; null for an invalid one. */
    read: (key: string): LinkedReviews | null => {
      // Links from before the time was part of them count as the oldest.
      const [orderId, issued = '0'] = signer.verify(key)?.split(' ') ?? []
      return orderId ? { orderId, issuedAt: Temporal.Instant.fromEpochMilliseconds(Number(issued)) } : null
    },
  }
}
