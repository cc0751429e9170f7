import { listPlans } from '#catalogue/server/plans.ts'
import type { Actor, RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { joinCarts } from '../rules/join-carts.ts'
import {
  deleteCart,
  lockCartsOf,
  isKnownCart,
  selectCartOfAccount,
  selectOpenCart,
  updateCart,
} from './cart-store.ts'
import type { Db } from './cart-store.ts'
import type { StoredCart } from './cart-record.ts'
import { reportDamage } from './damaged-carts.ts'
import { accountOf, cartIdOf } from './cart-id.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

/** What joining carts needs to know of others. */
export interface CartServices {
  readonly deps: AppDeps
  /** Of these carts, those whose payment is in flight; injected, because their module is a later one. */
  readonly cartsInPayment: (db: Db, cartIds: readonly string[]) => Promise<ReadonlySet<string>>
}

const join = async ({ deps }: CartServices, tx: Tx, mine: StoredCart, brought: StoredCart): Promise<void> => {
  const plans = await listPlans(deps, defaultCurrency, tx.db)
  const draft = Object.keys(brought.draft).length > 0 ? brought.draft : mine.draft
  await deleteCart(tx, brought.id)
  await updateCart(tx, { ...mine, cart: joinCarts(mine.cart, brought.cart, plans), draft })
}

/**
 * Makes a cart without owner the member's, or adds it to the one that they have open; returns the id of that one, null
 * when there was nothing to join. A cart whose payment is in flight stays as it is until that is settled; the next view
 * of the cart joins it. Changes of a member's carts are serialized, so that several devices end up with one cart.
 */
const joinCart = async (
  services: CartServices,
  tx: Tx,
  id: string,
  accountId: string,
): Promise<string | null> => {
  await lockCartsOf(tx, accountId)
  const brought = reportDamage(services.deps, await selectOpenCart(tx.db, id, null, true))
  if (!brought) return null
  const mine = reportDamage(services.deps, await selectCartOfAccount(tx.db, accountId, true))
  const inPayment = await services.cartsInPayment(tx.db, mine ? [brought.id, mine.id] : [brought.id])
  if (inPayment.size > 0) return null
  if (mine) await join(services, tx, mine, brought)
  else await updateCart(tx, { ...brought, accountId })
  return mine?.id ?? brought.id
}

/** At sign-in the visitor's cart becomes the member's, so that it waits on every device. */
export const joinBroughtCart = async (
  services: CartServices,
  tx: Tx,
  context: Pick<RequestContext, 'cookies'>,
  accountId: string,
): Promise<void> => {
  const id = cartIdOf(context)
  if (id !== null) await joinCart(services, tx, id, accountId)
}

/**
 * A member may bring a cart without owner, from a link or from before they signed in; it joins theirs. Returns the id
 * of the cart that it is now part of, null when nothing was joined.
 */
export const settleCarts = async (
  services: CartServices,
  actor: Actor,
  id: string | null,
): Promise<string | null> => {
  const accountId = accountOf(actor)
  if (id === null || accountId === null) return null
  if ((await selectOpenCart(services.deps.database, id, null)) === null) return null
  return inTransaction(services.deps, (tx) => joinCart(services, tx, id, accountId))
}

/**
 * The cart that a purchase names by its id: a member's own if that one is now part of it or if none is named. One that
 * was ordered keeps its id, so that the same request again finds its result.
 */
export const cartIdToBuy = async (
  services: CartServices,
  actor: Actor,
  requestedId: string | null,
): Promise<string | null> => {
  const db = services.deps.database
  const accountId = accountOf(actor)
  const settled = await settleCarts(services, actor, requestedId)
  if (settled !== null || accountId === null) return settled ?? requestedId
  if (requestedId !== null && (await isKnownCart(db, requestedId))) return requestedId
  return (await selectCartOfAccount(db, accountId))?.id ?? requestedId
}
