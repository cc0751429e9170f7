import { accountById, findAccountByEmail } from '#account/server/accounts.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { claimLeftCarts, linkedCart, takeUpCart } from '#cart/server/carts.ts'
import { ordersOf } from '#order/server/orders.ts'
import { Email } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import type { Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { resumeCart, viewLeftCart } from '../calls.ts'
import { isReminded, leftAfter, leftUntil } from '../rules/cart-reminder.ts'
import { createLetterLinks } from './letter-links.ts'
import { lockReminded, writeReminded } from './subscriber-store.ts'

type LeftCart = Awaited<ReturnType<typeof claimLeftCarts>>[number]

const batchSize = 50

/** Whose cart it is: the member's address, or what a visitor typed at checkout. */
const ownerOf = async ({ db }: Work, { accountId, draft }: LeftCart) => {
  const typed = Email.safeParse(draft['email']).data ?? null
  const byTyped = typed === null ? null : await findAccountByEmail(db, typed)
  const account = accountId === null ? byTyped : await accountById(db, accountId)
  return { email: account?.email ?? typed, accountId: account?.id ?? null }
}

const hasOrderedSince = async ({ db }: Work, accountId: string | null, since: Temporal.Instant) => {
  const orders = accountId === null ? [] : await ordersOf(db, accountId)
  return orders.some(({ placed_at: at }) => Temporal.Instant.compare(at, since) > 0)
}

const review = async (work: Work, cart: LeftCart): Promise<void> => {
  const { email, accountId } = await ownerOf(work, cart)
  const subscriber = email === null ? null : await lockReminded(work.db, email)
  if (!subscriber) return
  const leaver = {
    isSubscribed: subscriber.state === 'subscribed',
    remindedAt: subscriber.remindedAt,
    hasOrderedSince: await hasOrderedSince(work, accountId, cart.updatedAt),
  }
  if (!isReminded(leaver, work.now)) return
  await writeReminded(work.db, subscriber.id, work.now)
  work.announce({ kind: 'cart-left', subscriberId: subscriber.id, cartId: cart.id })
}

/** Looks at carts that were left some hours ago and announces those whose owners want to hear of it. */
export const reviewLeftCarts = async (world: World): Promise<void> => {
  for (;;) {
    const reviewed = await inTransaction(world, async (work) => {
      const span = [work.now.subtract(leftUntil), work.now.subtract(leftAfter)] as const
      const carts = await claimLeftCarts(work, ...span, batchSize)
      for (const cart of carts) await review(work, cart)
      return carts.length
    })
    if (reviewed < batchSize) return
  }
}

/** One thing in a left cart. */
export interface LeftItem {
  readonly name: string
  readonly quantity: number
}

/** What a left cart holds; null when it was bought, emptied or is gone. */
export const leftItems = async (world: World, cartId: string): Promise<readonly LeftItem[] | null> => {
  const found = await linkedCart(world.database, cartId)
  if (!found) return null
  const plans = await listPlans(world)
  return Object.entries(found.cart.items).map(([code, quantity]) => ({
    name: plans.get(code)?.name ?? code,
    quantity,
  }))
}

interface CartReminderHandlers {
  readonly viewLeftCart: Handler<typeof viewLeftCart>
  readonly resumeCart: Handler<typeof resumeCart>
}

/** Answers the calls behind `/continue` (ruling 5). */
export const createCartReminderHandlers = (world: World): CartReminderHandlers => {
  const links = createLetterLinks(world)
  const cartIn = (token: string): string => {
    const cartId = links.readCart(token, world.clock.now())
    if (cartId === null) throw new ShopError('LINK_EXPIRED')
    return cartId
  }
  return {
    viewLeftCart: async (_context, { token }) => {
      const items = await leftItems(world, cartIn(token))
      if (items === null) throw new ShopError('LINK_EXPIRED')
      return { items: [...items] }
    },
    resumeCart: async (context, { token }) => {
      await takeUpCart(world, context, cartIn(token))
      return { success: true }
    },
  }
}
