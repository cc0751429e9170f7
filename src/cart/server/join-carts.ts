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
import type { Db, StoredCart } from './cart-store.ts'
import { accountOf, cartIdOf } from './cart-id.ts'

/** What joining carts needs to know of others. */
export interface CartServices {
  readonly deps: AppDeps
  /** Those of these carts whose payment is under way; their room stands later than this one. */
  readonly cartsInPayment: (db: Db, cartIds: readonly string[]) => Promise<ReadonlySet<string>>
}

const join = async ({ deps }: CartServices, tx: Tx, mine: StoredCart, brought: StoredCart): Promise<void> => {
  const plans = await listPlans(deps, tx.db)
  const draft = Object.keys(brought.draft).length > 0 ? brought.draft : mine.draft
  await deleteCart(tx, brought.id)
  await updateCart(tx, { ...mine, cart: joinCarts(mine.cart, brought.cart, plans), draft })
}

/**
 * Makes a cart that is nobody's the member's, or adds it to the one that they have open; answers the id of that one, null
 * when there was nothing to join. A cart whose payment is under way stays as it is until that is decided; the next look
 * at the cart joins it. Changes of a member's carts wait for each other, so that several devices end up with one cart.
 */
const joinCart = async (
  services: CartServices,
  tx: Tx,
  id: string,
  accountId: string,
): Promise<string | null> => {
  await lockCartsOf(tx, accountId)
  const brought = await selectOpenCart(tx.db, id, null, true)
  if (!brought) return null
  const mine = await selectCartOfAccount(tx.db, accountId, true)
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
 * A member may hold a cart that is nobody's yet, from a link or from before they signed in; it joins theirs. Answers the
 * id of the cart that it is now part of, null when nothing was joined.
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
 * The cart that somebody asks to buy by its id: a member's own where that one is now part of it or where they bring none.
 * One that was ordered keeps its id, so that the same request again finds its answer.
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
