import type { Expression } from 'kysely'
import { accountById, findAccountByEmail } from '#account/server/accounts.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { claimAbandonedCarts, hasAbandonedCarts, linkedCart, adoptCart } from '#cart/server/carts.ts'
import { ordersOf } from '#order/server/orders.ts'
import { Email } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import type { Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type { resumeCart, viewAbandonedCart } from '../endpoints.ts'
import { isReminderDue, abandonedAfter, abandonedUntil } from '../rules/cart-reminder.ts'
import { createNewsletterLinks } from './newsletter-links.ts'
import { lockForReminder, saveReminderTime } from './subscriber-store.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

type AbandonedCart = Awaited<ReturnType<typeof claimAbandonedCarts>>[number]

const batchSize = 50

/** The owner of the cart: the member's address, or the one entered at checkout. */
const ownerOf = async ({ db }: Tx, { accountId, draft }: AbandonedCart) => {
  const enteredEmail = Email.safeParse(draft['email']).data ?? null
  const accountByEmail = enteredEmail === null ? null : await findAccountByEmail(db, enteredEmail)
  const account = accountId === null ? accountByEmail : await accountById(db, accountId)
  return { email: account?.email ?? enteredEmail, accountId: account?.id ?? null }
}

const hasOrderedSince = async ({ db }: Tx, accountId: string | null, since: Temporal.Instant) => {
  const orders = accountId === null ? [] : await ordersOf(db, accountId)
  return orders.some(({ placedAt }) => Temporal.Instant.compare(placedAt, since) > 0)
}

const remindOfCart = async (tx: Tx, cart: AbandonedCart): Promise<void> => {
  const { email, accountId } = await ownerOf(tx, cart)
  const subscriber = email === null ? null : await lockForReminder(tx.db, email)
  if (!subscriber) return
  const candidate = {
    isSubscribed: subscriber.state === 'subscribed',
    remindedAt: subscriber.remindedAt,
    hasOrderedSince: await hasOrderedSince(tx, accountId, cart.updatedAt),
  }
  if (!isReminderDue(candidate, tx.now)) return
  await saveReminderTime(tx.db, subscriber.id, tx.now)
  tx.publish({ kind: 'cart-abandoned', subscriberId: subscriber.id, cartId: cart.id })
}

const periodAt = (now: Temporal.Instant) =>
  [now.subtract(abandonedUntil), now.subtract(abandonedAfter)] as const

/** Whether `remindOfAbandonedCarts` has something to do. */
export const hasCartsToReview = ({
  database,
  clock,
}: Pick<AppDeps, 'database' | 'clock'>): Expression<boolean> =>
  hasAbandonedCarts(database, ...periodAt(clock.now()))

/** Checks carts that were abandoned some hours ago and publishes those whose owners want reminders. */
export const remindOfAbandonedCarts = async (deps: AppDeps): Promise<void> => {
  for (;;) {
    const reviewedCount = await inTransaction(deps, async (tx) => {
      const carts = await claimAbandonedCarts(tx, ...periodAt(tx.now), batchSize)
      for (const cart of carts) await remindOfCart(tx, cart)
      return carts.length
    })
    if (reviewedCount < batchSize) return
  }
}

/** One item of an abandoned cart. */
export interface AbandonedCartItem {
  readonly name: string
  readonly quantity: number
}

/** The content of an abandoned cart; null when it was bought, emptied or is gone. */
export const abandonedCartItems = async (
  deps: AppDeps,
  cartId: string,
): Promise<readonly AbandonedCartItem[] | null> => {
  const found = await linkedCart(deps.database, cartId)
  if (!found) return null
  const plans = await listPlans(deps, defaultCurrency)
  return Object.entries(found.cart.items).map(([code, quantity]) => ({
    name: plans.get(code)?.name ?? code,
    quantity,
  }))
}

interface CartReminderHandlers {
  readonly viewAbandonedCart: Handler<typeof viewAbandonedCart>
  readonly resumeCart: Handler<typeof resumeCart>
}

/** Handles the endpoints behind `/continue` (ruling 5). */
export const createCartReminderHandlers = (deps: AppDeps): CartReminderHandlers => {
  const links = createNewsletterLinks(deps)
  const cartOfToken = (token: string): string => {
    const cartId = links.readCart(token, deps.clock.now())
    if (cartId === null) throw new ShopError('LINK_EXPIRED')
    return cartId
  }
  return {
    viewAbandonedCart: async (_context, { token }) => {
      const items = await abandonedCartItems(deps, cartOfToken(token))
      if (items === null) throw new ShopError('LINK_EXPIRED')
      return { items: [...items] }
    },
    resumeCart: async (context, { token }) => {
      await adoptCart(deps, context, cartOfToken(token))
      return { success: true }
    },
  }
}
