import { z } from 'zod'
import { createMailStopLinks } from '#account/server/mail-stop-links.ts'
import { productNamesOf } from '#catalogue/server/plans.ts'
import { hasUnsubscribed } from '#newsletter/server/subscribers.ts'
import { localeOfOrder } from '#order/server/orders.ts'
import { orderById } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import { unsubscribeHeaders } from '#platform/mail-document.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { createReviewLinks, stillToAskAbout } from '../server/review-requests.ts'
import { reviewById } from '../server/reviews.ts'
import { reviewDecided } from './review-decided.ts'
import { reviewRequest } from './review-request.ts'

export const reviewMailPayloads = {
  'mail: review': z.object({ reviewId: z.uuid() }),
  'mail: review request': z.object({ orderId: z.uuid(), products: z.array(z.string()) }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const reviewMails = {
  'review-decided': ({ reviewId }) => [{ kind: 'mail: review', payload: { reviewId } }],
  'review-wanted': ({ orderId, products }) => [
    { kind: 'mail: review request', payload: { orderId, products: [...products] } },
  ],
} satisfies Partial<JobsByEvent<typeof reviewMailPayloads>>

/** Asks a buyer, unless they have reviewed it, sent it back or stopped such mails meanwhile. */
const mailRequest = async (
  deps: AppDeps,
  send: SendMail,
  { orderId, products }: { readonly orderId: string; readonly products: readonly string[] },
): Promise<void> => {
  const { database } = deps
  const order = await orderById(database, orderId)
  if (await hasUnsubscribed(database, order.email)) return
  const requested = await stillToAskAbout(deps, order, products)
  if (requested.length === 0) return
  const stopUrl = createMailStopLinks(deps, 'review-request').urlOf(order.accountId)
  const facts = {
    products: requested.map(await productNamesOf(deps)),
    reviewUrl: createReviewLinks(deps).urlOf(orderId, deps.clock.now()),
    stopUrl,
  }
  const document = reviewRequest(facts, await localeOfOrder(database, order))
  const id = `review-request-${orderId}-${products.join('-')}`
  const about = { order, kind: 'review-request' } as const
  await send(id, order.email, document, { headers: unsubscribeHeaders(stopUrl), about })
}

/**
 * Asks buyers for a review, and tells its author what staff have decided; not when the review was changed or deleted
 * meanwhile.
 */
export const createReviewMailJobs = (
  deps: AppDeps,
  send: SendMail,
): JobHandlers<typeof reviewMailPayloads> => ({
  'mail: review request': (payload) => mailRequest(deps, send, payload),
  'mail: review': async ({ reviewId }) => {
    const { database, publicUrl } = deps
    const review = await reviewById(database, reviewId)
    if (!review || review.state === 'waiting') return
    const order = await orderById(database, review.orderId)
    const facts = {
      product: (await productNamesOf(deps))(review.product),
      title: review.title,
      declineReason: review.declineReason,
      reviewsUrl: `${publicUrl}/reviews/${review.product}?sort=newest`,
      changeUrl: `${publicUrl}/review?number=${order.number}`,
    }
    const id = `review-${review.id}-${review.version}-${review.state}`
    const document = reviewDecided(facts, await localeOfOrder(database, order))
    await send(id, order.email, document, { about: { order, kind: 'review-decided' } })
  },
})
