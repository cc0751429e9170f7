import { listPlans, plansFor } from '#catalogue/server/plans.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { Actor, RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { emptyCart, isEmpty, leftInCart, withKnownPlans } from '../rules/cart.ts'
import type { Cart } from '../rules/cart.ts'
import {
  deleteCart,
  deleteCartsByEmail,
  eraseGiftsTo,
  deleteAbandoned,
  lockCartsOf,
  insertCart,
  selectCartOfAccount,
  selectAnyOpenCart,
  selectOpenCart,
  selectSuccessor,
  setSuccessor,
  updateCart,
  deleteCartsOf,
  hasAbandoned,
} from './cart-store.ts'
import type { Db, markOrdered } from './cart-store.ts'
import type { ReadCart, StoredCart } from './cart-record.ts'
import { reportDamage } from './damaged-carts.ts'
import { accountOf, cartIdOf, isCartId } from './cart-id.ts'
import { settleCarts } from './join-carts.ts'
import type { CartServices } from './join-carts.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

export { cartIdOf } from './cart-id.ts'
export { damagedCarts } from './damaged-carts.ts'
export { cartIdToBuy, joinBroughtCart } from './join-carts.ts'
export { openSingleCart, singleCart, singleCartId } from './single-cart.ts'
export type { SinglePurchase } from './single-cart.ts'
export type { CartServices } from './join-carts.ts'

export {
  lockCart as lockCheckoutCart,
  markOrdered as closeCart,
  deleteCartsOf as forgetCartsOf,
  claimAbandoned as claimAbandonedCarts,
} from './cart-store.ts'

/** A cart as a request finds it; `id` is null until something is written. */
export interface FoundCart extends Omit<StoredCart, 'id'> {
  readonly id: string | null
}

type CartContext = Pick<RequestContext, 'actor' | 'cookies'>

type PricingContext = CartContext & Pick<RequestContext, 'currency'>

/** How many purchases in a row may each have left something for the next cart. */
const maxSuccessors = 5

/** The open cart of an id, or the one that continues it after it was bought. */
const selectFollowed = async (
  db: Db,
  id: string,
  accountId: string | null,
  lock: boolean,
): Promise<ReadCart | null> => {
  let followed: string | null = id
  for (let hop = 0; followed !== null && hop <= maxSuccessors; hop += 1) {
    const found = await selectOpenCart(db, followed, accountId, lock)
    if (found) return found
    followed = await selectSuccessor(db, followed)
  }
  return null
}

/**
 * The cart of the cookie, if it is open and this visitor may see it; otherwise the one a member left open elsewhere.
 * The id works like a key: a cart bound to an account is found only by that account.
 */
const findCart = async (
  deps: AppDeps,
  db: Db,
  context: CartContext,
  lock: boolean,
): Promise<StoredCart | null> => {
  const id = cartIdOf(context)
  const accountId = accountOf(context.actor)
  const found = id === null ? null : await selectFollowed(db, id, accountId, lock)
  const own = found ?? (accountId === null ? null : await selectCartOfAccount(db, accountId, lock))
  return reportDamage(deps, own)
}

const cookieMaxAgeSeconds = 180 * 24 * 60 * 60

const rememberCart = (context: CartContext, id: string): void => {
  const unchanged = context.cookies.get(brand.keys.cartIdCookie) === id
  if (!unchanged)
    context.cookies.set(brand.keys.cartIdCookie, id, { httpOnly: false, maxAge: cookieMaxAgeSeconds })
}

const noCart = ({ actor }: Pick<CartContext, 'actor'>) => ({
  id: null,
  accountId: accountOf(actor),
  cart: emptyCart,
  draft: {},
  currency: null,
})

/**
 * Reads the visitor's cart and writes nothing; an empty one without an id when there is none. A member's cart from
 * another device is remembered in this browser, so that its checkout finds it.
 */
export const readCart = async (services: CartServices, context: PricingContext): Promise<FoundCart> => {
  const { deps } = services
  await settleCarts(services, context.actor, cartIdOf(context))
  const found = await findCart(deps, deps.database, context, false)
  if (!found) return noCart(context)
  rememberCart(context, found.id)
  const { plans } = await plansFor(deps, context)
  return { ...found, cart: withKnownPlans(found.cart, plans) }
}

const holdsNothing = ({ cart, draft }: Pick<StoredCart, 'cart' | 'draft'>): boolean =>
  isEmpty(cart) && cart.promoCode === null && !cart.isCouponOffered && Object.keys(draft).length === 0

/** What a request does to a cart and to the values entered with it. */
export type CartChange = (
  stored: Pick<StoredCart, 'cart' | 'draft'>,
  plans: Plans,
) => Pick<StoredCart, 'cart' | 'draft'>

/**
 * Changes the visitor's cart under a lock, so that concurrent changes all count. The first change creates the cart,
 * with an id nobody can guess; the first change by a member binds it to the account.
 */
export const changeCart = async (
  services: CartServices,
  context: PricingContext,
  change: CartChange,
): Promise<FoundCart> => {
  const { deps } = services
  await settleCarts(services, context.actor, cartIdOf(context))
  const { plans, currency } = await plansFor(deps, context)
  const accountId = accountOf(context.actor)
  const changed = await inTransaction(deps, async (tx) => {
    if (accountId !== null) await lockCartsOf(tx, accountId)
    const found = await findCart(deps, tx.db, context, true)
    const before = found ?? { ...noCart(context), id: tx.ids.randomUuid() }
    const known = { ...before, cart: withKnownPlans(before.cart, plans) }
    // A cart without owner whose payment is in flight stays as it is; it is joined once that is settled.
    const after = { ...known, ...change(known, plans), accountId: before.accountId, currency }
    if (!found && holdsNothing(after)) return { ...after, id: null }
    await (found ? updateCart(tx, after) : insertCart(tx, after))
    return after
  })
  if (changed.id !== null) rememberCart(context, changed.id)
  return changed
}

/** Empties the cart and resets its id (spec §4): the next change starts another one. */
export const clearCart = async (services: CartServices, context: CartContext): Promise<FoundCart> => {
  const { deps } = services
  await settleCarts(services, context.actor, cartIdOf(context))
  await inTransaction(deps, async (tx) => {
    const found = await findCart(deps, tx.db, context, true)
    if (found) await deleteCart(tx, found.id)
    // A cart whose payment was in flight may be older than the member's own.
    const accountId = accountOf(context.actor)
    if (accountId !== null) await deleteCartsOf(tx, accountId)
  })
  context.cookies.clear(brand.keys.cartIdCookie)
  return noCart(context)
}

/** A cart as its page shows it. */
const shownCart = async (deps: AppDeps, db: Db, found: ReadCart | null): Promise<Cart | null> =>
  reportDamage(deps, found) && found && withKnownPlans(found.cart, await listPlans(deps, defaultCurrency, db))

/** The cart that is about to be bought, locked; null when it is unknown, another member's or already ordered. */
export const cartForCheckout = async (
  deps: AppDeps,
  tx: Tx,
  cartId: string,
  actor: Actor,
): Promise<Cart | null> =>
  isCartId(cartId)
    ? shownCart(deps, tx.db, await selectOpenCart(tx.db, cartId, accountOf(actor), true))
    : null

/** The current cart, for a preview; found as `cartForCheckout` finds it. */
export const cartForPreview = async (deps: AppDeps, cartId: string, actor: Actor): Promise<Cart | null> =>
  isCartId(cartId)
    ? shownCart(deps, deps.database, await selectOpenCart(deps.database, cartId, accountOf(actor)))
    : null

/** A cart that became an order: it is not read again, the next change creates another one. */
export type ClosedCart = Awaited<ReturnType<typeof markOrdered>>

/**
 * What was added to a closed cart after the purchase began (`bought` is what was in it then; null when unknown) continues in a
 * cart of its own, whose id is answered; null when nothing was.
 */
export const continueCart = async (
  tx: Tx,
  cartId: string,
  closed: ClosedCart,
  bought: Cart['items'] | null,
): Promise<string | null> => {
  const items = closed && bought ? leftInCart(closed.items, bought) : {}
  if (!closed || Object.keys(items).length === 0) return null
  const id = tx.ids.randomUuid()
  const { accountId, currency } = closed
  await insertCart(tx, { id, accountId, cart: { ...emptyCart, items }, draft: {}, currency })
  await setSuccessor(tx, cartId, id)
  return id
}

/**
 * After a purchase the browser gets the cart that continues the bought one, or none; another cart stays. `successor` is its id if the
 * caller knows it.
 */
export const switchToSuccessorCart = async (
  deps: AppDeps,
  context: CartContext,
  cartId: string,
  successor?: string | null,
): Promise<void> => {
  if (cartIdOf(context) !== cartId) return
  const next = successor === undefined ? await selectSuccessor(deps.database, cartId) : successor
  const found =
    next === null ? null : await selectFollowed(deps.database, next, accountOf(context.actor), false)
  if (found) rememberCart(context, found.id)
  else context.cookies.clear(brand.keys.cartIdCookie)
}

/** Whether `claimAbandonedCarts` would find any. */
export const hasAbandonedCarts = hasAbandoned

/** A cart by an id in a link of the shop; null when it was bought, emptied or is gone. */
export const linkedCart = async (db: Db, id: string): Promise<StoredCart | null> => {
  const found = await selectAnyOpenCart(db, id)
  return found && !isEmpty(found.cart) ? found : null
}

/**
 * Makes a linked cart the one of this browser. LINK_EXPIRED when it is gone or another member's, UNAUTHENTICATED for a
 * visitor when it is a member's.
 */
export const adoptCart = async (deps: AppDeps, context: CartContext, id: string): Promise<void> => {
  const found = await linkedCart(deps.database, id)
  const owner = found?.accountId ?? null
  if (!found) throw new ShopError('LINK_EXPIRED')
  if (owner !== null && context.actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  if (owner !== null && owner !== accountOf(context.actor)) throw new ShopError('LINK_EXPIRED')
  rememberCart(context, id)
}

/** Deletes carts that were abandoned before a moment, with the values entered with them. */
export const forgetAbandonedCarts = deleteAbandoned

/** Deletes what was entered with an e-mail and never ordered, in any browser, and whom others' gifts in carts are for. */
export const forgetDraftsOf = async (tx: Tx, email: string): Promise<void> => {
  await deleteCartsByEmail(tx, email)
  await eraseGiftsTo(tx, email)
}
