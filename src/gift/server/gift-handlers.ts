import { giftDays } from '#cart/rules/gift-details.ts'
import type { Order } from '#order/calls.ts'
import { findOrder, orderById, orderOf } from '#order/server/orders.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'
import type * as calls from '../calls.ts'
import type { Gift, LinkedGift } from '../calls.ts'
import { mayGiver } from '../rules/gift-state.ts'
import { correctGift, resendLink } from './change-gift.ts'
import { claimByLink, linkedGift } from './claim-gift.ts'
import { selectGiftOfOrder, selectReceived } from './gift-store.ts'
import type { StoredGift } from './gift-store.ts'
import { stateOf } from './gifts.ts'

interface GiftHandlers {
  readonly viewGift: Handler<typeof calls.viewGift>
  readonly changeGift: Handler<typeof calls.changeGift>
  readonly resendGift: Handler<typeof calls.resendGift>
  readonly viewLinkedGift: Handler<typeof calls.viewLinkedGift>
  readonly claimGift: Handler<typeof calls.claimGift>
  readonly listReceivedGifts: Handler<typeof calls.listReceivedGifts>
}

interface Named {
  readonly number: string
  readonly email?: string | undefined
}

/** NOT_FOUND whichever of number and e-mail does not fit; a member's own orders need no e-mail. */
const namedOrder = async (world: World, { actor }: CallContext, named: Named): Promise<Order> => {
  const { number, email } = named
  if (email !== undefined) return findOrder(world.database, number, email)
  if (actor.kind === 'member') return orderOf(world.database, actor.accountId, number)
  throw new ShopError('VALIDATION_ERROR', { fields: { email: 'Kindly enter a valid email address.' } })
}

const wireGift = (world: World, gift: StoredGift, order: Order): Gift => {
  const state = stateOf(gift, order)
  const days = giftDays(dateIn(world.clock.now(), brand.timeZone))
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
    ship_on: order.ship_on,
    refunded: order.refunded,
    refused_country: gift.refusedCountry,
    may: {
      change_email: mayGiver('changeEmail', state),
      change_day: mayGiver('changeDay', state),
      resend: mayGiver('resend', state),
    },
    days: { from: days.from.toString(), until: days.until.toString() },
  }
}

/** LINK_EXPIRED for a gift that was canceled before anybody claimed it. */
const wireLinked = async ({ database }: World, gift: StoredGift): Promise<LinkedGift> => {
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
    ship_on: state === 'canceled' ? null : order.ship_on,
    tracking: order.tracking,
  }
}

/** The gifts that somebody claimed, with those that were canceled before they shipped. */
const received = async (world: World, accountId: string) => {
  const gifts = []
  for (const gift of await selectReceived(world.database, accountId))
    gifts.push({ ...(await wireLinked(world, gift)), claimed_at: String(gift.claimedAt) })
  return gifts
}

/** The calls of the room: the giver's by session or by number and e-mail, the recipient's by link. */
export const createGiftHandlers = (world: World): GiftHandlers => {
  const view = async (context: CallContext, named: Named): Promise<Gift> => {
    const order = await namedOrder(world, context, named)
    const gift = await selectGiftOfOrder(world.database, order.id)
    if (!gift) throw new ShopError('NOT_FOUND')
    return wireGift(world, gift, order)
  }
  return {
    viewGift: view,
    changeGift: async (context, { recipient_email: recipientEmail, starts_on: startsOn, ...named }) => {
      const { id } = await namedOrder(world, context, named)
      await correctGift(world, id, { recipientEmail, startsOn })
      return view(context, named)
    },
    resendGift: async (context, named) => {
      await resendLink(world, (await namedOrder(world, context, named)).id)
      return view(context, named)
    },
    viewLinkedGift: async (_context, { token }) => wireLinked(world, await linkedGift(world, token)),
    claimGift: async (_context, { token, address }) => {
      const gift = await wireLinked(world, await claimByLink(world, token, address))
      if (gift.state === 'canceled') throw new ShopError('LINK_EXPIRED')
      return gift
    },
    listReceivedGifts: async ({ actor }) => {
      if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
      return { gifts: await received(world, actor.accountId) }
    },
  }
}
