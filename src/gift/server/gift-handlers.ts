import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { refillPage } from '#catalogue/server/plans.ts'
import { giftDays } from '#cart/rules/gift-details.ts'
import { findOrder, orderById, orderOf, orderTracking } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Gift, LinkedGift } from '../endpoints.ts'
import { isAllowedForGiver } from '../rules/gift-state.ts'
import { correctGift, resendLink } from './change-gift.ts'
import { checkClaimedFor, claimByLink, linkedGift } from './claim-gift.ts'
import { selectGiftOfOrder, selectReceived } from './gift-store.ts'
import type { StoredGift } from './gift-store.ts'
import { stateOf } from './gifts.ts'

interface OrderLookup {
  readonly number: string
  readonly email?: string | undefined
}

/** NOT_FOUND if either number or e-mail does not match; a member's own orders need no e-mail. */
const findLookedUpOrder = async (
  deps: AppDeps,
  { actor }: RequestContext,
  lookup: OrderLookup,
): Promise<Order> => {
  const { number, email } = lookup
  if (email !== undefined) return findOrder(deps.database, number, email)
  if (actor.kind === 'member') return orderOf(deps.database, actor.accountId, number)
  throw new ShopError('VALIDATION_ERROR', { fields: { email: 'Kindly enter a valid email address.' } })
}

const wireGift = (deps: AppDeps, gift: StoredGift, order: Order): Gift => {
  const state = stateOf(gift, order)
  const days = giftDays(dateIn(deps.clock.now(), brand.timeZone))
  return {
    number: order.number,
    state,
    recipient_name: gift.recipientName,
    recipient_email: gift.recipientEmail,
    message: gift.message,
    starts_on: gift.startsOn.toString(),
    sent_at: gift.sentAt?.toString() ?? null,
    mailed_at: gift.mailedAt?.toString() ?? null,
    claimed_at: gift.claimedAt?.toString() ?? null,
    ship_on: order.ships?.from.toString() ?? null,
    refunded: wirePrice(order.refundedCents, order.currency),
    currency: order.currency,
    refused_country: gift.refusedCountry,
    can: {
      change_email: isAllowedForGiver('changeEmail', state),
      change_day: isAllowedForGiver('changeDay', state),
      resend: isAllowedForGiver('resend', state),
    },
    days: { from: days.from.toString(), until: days.until.toString() },
  }
}

/** LINK_EXPIRED for a gift that was canceled before anybody claimed it. */
const wireLinkedGift = async (deps: AppDeps, gift: StoredGift): Promise<LinkedGift> => {
  const { database } = deps
  const order = await orderById(database, gift.orderId)
  const state = stateOf(gift, order)
  const isUnclaimed = gift.claimedAt === null
  if (state === 'future' || (state === 'canceled' && isUnclaimed)) throw new ShopError('LINK_EXPIRED')
  return {
    state,
    giver_name: gift.giverName,
    recipient_name: gift.recipientName,
    message: gift.message,
    lines: order.lines.map(({ name, quantity }) => ({ name, quantity })),
    ship_on: state === 'canceled' || order.ships === null ? null : order.ships.from.toString(),
    tracking: await orderTracking(database, order.id),
    refills_page: await refillPage(deps, order.lines[0]?.planCode ?? ''),
  }
}

/** The gifts that a member claimed, including those that were canceled before they shipped. */
const receivedGifts = async (deps: AppDeps, accountId: string) => {
  const gifts = []
  for (const gift of await selectReceived(deps.database, accountId))
    gifts.push({ ...(await wireLinkedGift(deps, gift)), claimed_at: String(gift.claimedAt) })
  return gifts
}

/** The endpoints of the module: the giver's by session or by number and e-mail, the recipient's by link. */
const createGiftHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => {
  const view = async (context: RequestContext, lookup: OrderLookup): Promise<Gift> => {
    const order = await findLookedUpOrder(deps, context, lookup)
    const gift = await selectGiftOfOrder(deps.database, order.id)
    if (!gift) throw new ShopError('NOT_FOUND')
    return wireGift(deps, gift, order)
  }
  return {
    viewGift: view,
    changeGift: async (context, { recipient_email: recipientEmail, starts_on: startsOn, ...lookup }) => {
      const { id } = await findLookedUpOrder(deps, context, lookup)
      await correctGift(deps, id, { recipientEmail, startsOn })
      return view(context, lookup)
    },
    resendGift: async (context, lookup) => {
      await resendLink(deps, (await findLookedUpOrder(deps, context, lookup)).id)
      return view(context, lookup)
    },
    viewLinkedGift: async (_context, { token }) => wireLinkedGift(deps, await linkedGift(deps, token)),
    claimGift: async (_context, { token, address }) => {
      const claimed = await claimByLink(deps, token, address)
      const gift = await wireLinkedGift(deps, claimed)
      if (gift.state === 'canceled') throw new ShopError('LINK_EXPIRED')
      checkClaimedFor(claimed, address)
      return gift
    },
    listReceivedGifts: async ({ actor }) => {
      if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
      return { gifts: await receivedGifts(deps, actor.accountId) }
    },
  }
}

/** The endpoints of gifts, for givers and recipients. */
export const giftRoutes = (deps: AppDeps): readonly Route[] => routes(endpoints, createGiftHandlers(deps))
