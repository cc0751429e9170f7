import { isAccessEnded } from '#account/server/accounts.ts'
import { productNamesOf, shopProducts } from '#catalogue/server/plans.ts'
import { lookedUpOrder, orderById } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Handler, RequestContext } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import * as endpoints from '../endpoints.ts'
import { ratingOf, suggestedName } from '../rules/review.ts'
import { createReviewLinks } from './review-requests.ts'
import { countStars, selectPublished } from './review-store.ts'
import type { Review } from './review-store.ts'
import { removeReview, reviewOfferFor, reviewRefusals, reviewsHere, writeReview } from './reviews.ts'
import type { NamedOrder } from './reviews.ts'

const done = { success: true } as const

/** Reviews of one page of the list. */
const pageSize = 10

const wireReview = ({ id, stars, title, text, name, writtenAt }: Review) => ({
  id,
  stars,
  title,
  text,
  name,
  written_on: dateIn(writtenAt, brand.timeZone).toString(),
})

const createList =
  (deps: AppDeps): Handler<typeof endpoints.listReviews> =>
  async (_context, { product, sort, page }) => {
    const { database } = deps
    const found = (await shopProducts(deps)).find(({ id }) => id === product)
    if (found === undefined)
      throw new ShopError('VALIDATION_ERROR', { fields: { product: 'Please choose a product.' } })
    const counts = await countStars(database, product)
    const rating = ratingOf(counts)
    const pages = Math.max(1, Math.ceil(rating.count / pageSize))
    const at = Math.min(page, pages)
    const place = { product, sort, offset: (at - 1) * pageSize, limit: pageSize }
    return {
      product,
      product_name: found.name,
      count: rating.count,
      average: rating.average,
      stars: [...rating.stars],
      reviews: rating.count === 0 ? [] : (await selectPublished(database, place)).map(wireReview),
      page: at,
      pages,
    }
  }

interface Lookup {
  readonly number?: string | undefined
  readonly email?: string | undefined
  readonly key?: string | undefined
}

/**
 * The order of a link that was mailed to its buyer; who has it is not signed in by it. A new password, or signing out
 * everywhere, ends links from before.
 */
const linkedOrder = async (deps: AppDeps, key: string): Promise<NamedOrder> => {
  const link = createReviewLinks(deps).read(key)
  if (link === null) throw new ShopError('LINK_EXPIRED')
  const order = await orderById(deps.database, link.orderId)
  if (await isAccessEnded(deps.database, order.accountId, link.issuedAt)) throw new ShopError('LINK_EXPIRED')
  return { order, isSignedIn: false }
}

const namedOrder = async (
  deps: AppDeps,
  context: RequestContext,
  { key, number, email }: Lookup,
): Promise<NamedOrder> => {
  if (key !== undefined) return linkedOrder(deps, key)
  if (number === undefined)
    throw new ShopError('VALIDATION_ERROR', { fields: { number: 'Please enter the order number.' } })
  const lookup = { number, email }
  const order = await lookedUpOrder(deps, context, lookup)
  const { actor } = context
  // By an e-mail anybody may have named it, also a member an order of somebody else.
  const isSignedIn = lookup.email === undefined && actor.kind === 'member'
  return { order, isSignedIn }
}

const createView =
  (deps: AppDeps): Handler<typeof endpoints.viewReviews> =>
  async (context, lookup) => {
    const named = await namedOrder(deps, context, lookup)
    const { order } = named
    const offer = await reviewOfferFor(deps, order)
    const written = await reviewsHere(deps.database, named)
    const { firstName, lastName } = order.shipTo
    const nameOf = await productNamesOf(deps)
    const products = offer.kind === 'none' ? [] : offer.products
    return {
      number: order.number,
      refusal: offer.kind === 'none' ? { reason: offer.reason, message: reviewRefusals[offer.reason] } : null,
      suggested_name: suggestedName(firstName, lastName),
      products: products.map((product) => {
        const review = written.find((one) => one.product === product)
        return {
          product,
          name: nameOf(product),
          review: review
            ? {
                stars: review.stars,
                title: review.title,
                text: review.text,
                name: review.name,
                state: review.state,
                decline_reason: review.declineReason,
              }
            : null,
        }
      }),
    }
  }

const createReviewHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  listReviews: createList(deps),
  viewReviews: createView(deps),
  writeReview: async (context, { product, stars, title, text, name, ...lookup }) => {
    const order = await namedOrder(deps, context, lookup)
    await writeReview(deps, order, { product, stars, title, text, name })
    return done
  },
  removeReview: async (context, { product, ...lookup }) => {
    await removeReview(deps, await namedOrder(deps, context, lookup), product)
    return done
  },
})

/** The endpoints of reviews. */
export const reviewRoutes = (deps: AppDeps): readonly Route[] => routes(endpoints, createReviewHandlers(deps))
