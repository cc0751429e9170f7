import { listPlans } from '#catalogue/server/plans.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { Actor, CallContext } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { emptyCart, isEmpty, withKnownPlans } from '../rules/cart.ts'
import type { Cart } from '../rules/cart.ts'
import { leftInCart } from '../rules/left-in-cart.ts'
import {
  claimLeft,
  countCarts,
  deleteCart,
  deleteCartsTypedBy,
  deleteLeft,
  holdCartsOf,
  insertCart,
  lockCart,
  markOrdered,
  selectCartOfAccount,
  selectAnyOpenCart,
  selectOpenCart,
  selectSuccessor,
  setSuccessor,
  updateCart,
  deleteCartsOf,
} from './cart-store.ts'
import type { Db, LeftCart, StoredCart } from './cart-store.ts'
import { accountOf, cartIdOf, isCartId } from './cart-visit.ts'
import { settleCarts } from './join-carts.ts'
import type { CartSources } from './join-carts.ts'

export { cartIdOf } from './cart-visit.ts'
export { cartIdToBuy, joinBroughtCart } from './join-carts.ts'
export type { CartSources } from './join-carts.ts'

/** A cart as a request finds it; `id` is null until something is written. */
export interface FoundCart extends Omit<StoredCart, 'id'> {
  readonly id: string | null
}

type Visit = Pick<CallContext, 'actor' | 'cookies'>

/** How many purchases in a row may each have left something for the next cart. */
const mostSuccessors = 5

/** The open cart of an id, or the one in which it goes on after it was bought. */
const selectFollowed = async (
  db: Db,
  id: string,
  accountId: string | null,
  lock: boolean,
): Promise<StoredCart | null> => {
  let followed: string | null = id
  for (let hop = 0; followed !== null && hop <= mostSuccessors; hop += 1) {
    const found = await selectOpenCart(db, followed, accountId, lock)
    if (found) return found
    followed = await selectSuccessor(db, followed)
  }
  return null
}

/**
 * The cart of the cookie, if it is open and this visitor's to see; else the one a member left open elsewhere. The id
 * works like a key: a cart bound to an account is found only by that account.
 */
const findCart = async (db: Db, visit: Visit, lock: boolean): Promise<StoredCart | null> => {
  const id = cartIdOf(visit)
  const accountId = accountOf(visit.actor)
  const found = id === null ? null : await selectFollowed(db, id, accountId, lock)
  return found ?? (accountId === null ? null : selectCartOfAccount(db, accountId, lock))
}

const halfAYear = 180 * 24 * 60 * 60

const rememberCart = (visit: Visit, id: string): void => {
  const unchanged = visit.cookies.get(brand.keys.cartIdCookie) === id
  if (!unchanged) visit.cookies.set(brand.keys.cartIdCookie, id, { httpOnly: false, maxAge: halfAYear })
}

/**
 * Reads the visitor's cart and writes nothing; an empty one without an id when there is none. A member's cart from
 * another device is remembered in this browser, so that its checkout finds it.
 */
export const readCart = async (sources: CartSources, visit: Visit): Promise<FoundCart> => {
  const { world } = sources
  await settleCarts(sources, visit.actor, cartIdOf(visit))
  const found = await findCart(world.database, visit, false)
  if (!found) return { id: null, accountId: accountOf(visit.actor), cart: emptyCart, draft: {} }
  rememberCart(visit, found.id)
  return { ...found, cart: withKnownPlans(found.cart, await listPlans(world)) }
}

const holdsNothing = ({ cart, draft }: StoredCart): boolean =>
  isEmpty(cart) && cart.promoCode === null && !cart.vaginalDiscountEligible && Object.keys(draft).length === 0

/** What a request does to a cart and to what was typed beside it. */
export type CartChange = (stored: StoredCart, plans: Plans) => Pick<StoredCart, 'cart' | 'draft'>

/**
 * Changes the visitor's cart under a lock, so that changes at the same moment all count. The first change starts the
 * cart, with an id nobody can guess; the first change by a member binds it to the account.
 */
export const changeCart = async (
  sources: CartSources,
  visit: Visit,
  change: CartChange,
): Promise<FoundCart> => {
  const { world } = sources
  await settleCarts(sources, visit.actor, cartIdOf(visit))
  const plans = await listPlans(world)
  const accountId = accountOf(visit.actor)
  const changed = await inTransaction(world, async (work) => {
    if (accountId !== null) await holdCartsOf(work, accountId)
    const found = await findCart(work.db, visit, true)
    const before = found ?? { id: work.ids.randomUuid(), accountId, cart: emptyCart, draft: {} }
    const known = { ...before, cart: withKnownPlans(before.cart, plans) }
    // A cart that is nobody's and in payment stays so; it is joined once that is decided.
    const after = { ...known, ...change(known, plans), accountId: before.accountId }
    if (!found && holdsNothing(after)) return { ...after, id: null }
    await (found ? updateCart(work, after) : insertCart(work, after))
    return after
  })
  if (changed.id !== null) rememberCart(visit, changed.id)
  return changed
}

/** Empties the cart and resets its id (spec §4): the next change starts another one. */
export const clearCart = async (sources: CartSources, visit: Visit): Promise<FoundCart> => {
  const { world } = sources
  await settleCarts(sources, visit.actor, cartIdOf(visit))
  await inTransaction(world, async (work) => {
    const found = await findCart(work.db, visit, true)
    if (found) await deleteCart(work, found.id)
    // One that was brought and is in payment may have stood before the member's own.
    const accountId = accountOf(visit.actor)
    if (accountId !== null) await deleteCartsOf(work, accountId)
  })
  visit.cookies.clear(brand.keys.cartIdCookie)
  return { id: null, accountId: accountOf(visit.actor), cart: emptyCart, draft: {} }
}

/** The cart that is about to be bought, locked; null when it is unknown, another member's or already ordered. */
export const cartForCheckout = async (work: Work, cartId: string, actor: Actor): Promise<Cart | null> => {
  if (!isCartId(cartId)) return null
  return (await selectOpenCart(work.db, cartId, accountOf(actor), true))?.cart ?? null
}

/** The cart as it stands, for a preview; found as `cartForCheckout` finds it. */
export const cartForPreview = async (world: World, cartId: string, actor: Actor): Promise<Cart | null> => {
  if (!isCartId(cartId)) return null
  return (await selectOpenCart(world.database, cartId, accountOf(actor)))?.cart ?? null
}

/**
 * Locks the cart of a checkout before the checkout itself is written: opening and finishing lock the cart first and
 * therefore never wait for each other in a circle (decision 043).
 */
export const holdCart = (work: Work, cartId: string): Promise<void> => lockCart(work, cartId)

/**
 * The cart became an order: nobody reads it again, the next change starts another one. What was put in after the purchase
 * began (`bought` is what lay in it then; null when nobody knows) goes on in a cart of its own.
 */
export const closeCart = async (work: Work, cartId: string, bought: Cart['items'] | null): Promise<void> => {
  const closed = await markOrdered(work, cartId)
  const items = closed && bought ? leftInCart(closed.items, bought) : {}
  if (!closed || Object.keys(items).length === 0) return
  const id = work.ids.randomUuid()
  await insertCart(work, { id, accountId: closed.accountId, cart: { ...emptyCart, items }, draft: {} })
  await setSuccessor(work, cartId, id)
}

/** After a purchase the browser has the cart in which the bought one goes on, or none; another cart stays. */
export const leaveBoughtCart = async (world: World, visit: Visit, cartId: string): Promise<void> => {
  if (cartIdOf(visit) !== cartId) return
  const next = await selectSuccessor(world.database, cartId)
  const found =
    next === null ? null : await selectFollowed(world.database, next, accountOf(visit.actor), false)
  if (found) rememberCart(visit, found.id)
  else visit.cookies.clear(brand.keys.cartIdCookie)
}

/** Forgets the open carts of a member who leaves. */
export const forgetCartsOf = (work: Work, accountId: string): Promise<void> => deleteCartsOf(work, accountId)

/** How many carts that held something were made from one moment on and before another. */
export const cartsBetween = (db: Db, from: Temporal.Instant, to: Temporal.Instant): Promise<number> =>
  countCarts(db, from, to)

/** Gives out carts that were left with something in them, each once for good; `from` and `to` are when they were left. */
export const claimLeftCarts = (
  work: Work,
  from: Temporal.Instant,
  to: Temporal.Instant,
  limit: number,
): Promise<LeftCart[]> => claimLeft(work, from, to, limit)

/** A cart by an id that a link of ours names; null when it was bought, emptied or is gone. */
export const linkedCart = async (db: Db, id: string): Promise<StoredCart | null> => {
  const found = await selectAnyOpenCart(db, id)
  return found && !isEmpty(found.cart) ? found : null
}

/**
 * Makes a linked cart the one of this browser. LINK_EXPIRED when it is gone or another member's, UNAUTHENTICATED for a
 * visitor when it is a member's.
 */
export const takeUpCart = async (world: World, visit: Visit, id: string): Promise<void> => {
  const found = await linkedCart(world.database, id)
  const owner = found?.accountId ?? null
  if (!found) throw new ShopError('LINK_EXPIRED')
  if (owner !== null && visit.actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  if (owner !== null && owner !== accountOf(visit.actor)) throw new ShopError('LINK_EXPIRED')
  rememberCart(visit, id)
}

/** Forgets carts that were left before a moment, with what was typed beside them. */
export const forgetLeftCarts = deleteLeft

/** Forgets what was typed under an e-mail and never ordered, in whatever browser. */
export const forgetDraftsOf = deleteCartsTypedBy
