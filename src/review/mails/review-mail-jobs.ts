import { z } from 'zod'
import { productNames } from '#catalogue/rules/product.ts'
import { orderById } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { reviewById } from '../server/reviews.ts'
import { reviewDecided } from './review-decided.ts'

export const reviewMailPayloads = {
  'mail: review': z.object({ reviewId: z.uuid() }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const reviewMails = {
  'review-decided': ({ reviewId }) => [{ kind: 'mail: review', payload: { reviewId } }],
} satisfies Partial<JobsByEvent<typeof reviewMailPayloads>>

/** Tells the author what staff have decided; not when the review was changed or deleted meanwhile. */
export const createReviewMailJobs = (
  { database, publicUrl }: AppDeps,
  send: SendMail,
): JobHandlers<typeof reviewMailPayloads> => ({
  'mail: review': async ({ reviewId }) => {
    const review = await reviewById(database, reviewId)
    if (!review || review.state === 'waiting') return
    const order = await orderById(database, review.orderId)
    const facts = {
      product: productNames[review.product],
      title: review.title,
      declineReason: review.declineReason,
      reviewsUrl: `${publicUrl}/reviews/${review.product}?sort=newest`,
      changeUrl: `${publicUrl}/review?number=${order.number}`,
    }
    await send(`review-${review.id}-${review.version}-${review.state}`, order.email, reviewDecided(facts))
  },
})
