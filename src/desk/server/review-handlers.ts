import { productNamesOf } from '#catalogue/server/plans.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { countWaitingReviews, decidedReviews, decideReview, waitingReviews } from '#review/server/reviews.ts'
import type { Review } from '#review/server/reviews.ts'
import { recordAction } from '#staff/server/audits.ts'
import type * as endpoints from '../review-endpoints.ts'

/** Reviews of one page of the desk. */
const maxShown = 50

const wireDeskReview = (review: Review, nameOf: (product: string) => string) => ({
  id: review.id,
  version: review.version,
  product: nameOf(review.product),
  stars: review.stars,
  title: review.title,
  text: review.text,
  name: review.name,
  state: review.state,
  flags: [...review.flags],
  decline_reason: review.declineReason,
  written_at: review.writtenAt.toString(),
  decided_at: review.decidedAt?.toString() ?? null,
})

/** Reading and deciding what buyers wrote. */
export const createReviewHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  listDeskReviews: async (_context, { state }) => {
    const { database } = deps
    const reviews =
      state === 'waiting'
        ? await waitingReviews(database, maxShown)
        : await decidedReviews(database, state, maxShown)
    const nameOf = await productNamesOf(deps)
    return {
      reviews: reviews.map((review) => wireDeskReview(review, nameOf)),
      waiting: await countWaitingReviews(database),
    }
  },
  decideDeskReview: async (context, { id, version, decline_reason: declineReason = null }) => {
    const by = { actor: staffOf(context), requestId: context.requestId }
    await decideReview(deps, { id, version, declineReason }, async (tx, review) =>
      recordAction(tx, by, {
        action: declineReason === null ? 'review.published' : 'review.declined',
        subject: `review:${id}`,
        accountId: review.accountId,
        before: { state: review.state, version },
        after: { state: declineReason === null ? 'published' : 'declined' },
        reason: declineReason ?? '',
      }),
    )
    return { success: true }
  },
})
