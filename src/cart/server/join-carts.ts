import { listPlans } from '#catalogue/server/plans.ts'
import type { Actor, CallContext } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { joinCarts } from '../rules/join-carts.ts'
import {
  deleteCart,
  holdCartsOf,
  isKnownCart,
  selectCartOfAccount,
  selectOpenCart,
  updateCart,
} from './cart-store.ts'
import type { Db, StoredCart } from './cart-store.ts'
import { accountOf, cartIdOf } from './cart-visit.ts'

/** What joining carts needs to know of others. */
export interface CartSources {
  readonly world: World
  /** Those of these carts whose payment is under way; their room stands later than this one. */
  readonly beingBought: (db: Db, cartIds: readonly string[]) => Promise<ReadonlySet<string>>
}

const join = async (
  { world }: CartSources,
  work: Work,
  mine: StoredCart,
  brought: StoredCart,
): Promise<void> => {
  const plans = await listPlans(world, work.db)
  const draft = Object.keys(brought.draft).length > 0 ? brought.draft : mine.draft
  await deleteCart(work, brought.id)
  await updateCart(work, { ...mine, cart: joinCarts(mine.cart, brought.cart, plans), draft })
}

/**
 * Makes a cart that is nobody's the member's, or adds it to the one that they have open; answers the id of that one, null
 * when there was nothing to join. A cart whose payment is under way stays as it is until that is decided; the next look
 * at the cart joins it. Changes of a member's carts wait for each other, so that several devices end up with one cart.
 */
const joinCart = async (
  sources: CartSources,
  work: Work,
  id: string,
  accountId: string,
): Promise<string | null> => {
  await holdCartsOf(work, accountId)
  const brought = await selectOpenCart(work.db, id, null, true)
  if (!brought) return null
  const mine = await selectCartOfAccount(work.db, accountId, true)
  const inPayment = await sources.beingBought(work.db, mine ? [brought.id, mine.id] : [brought.id])
  if (inPayment.size > 0) return null
  if (mine) await join(sources, work, mine, brought)
  else await updateCart(work, { ...brought, accountId })
  return mine?.id ?? brought.id
}

/** At sign-in the visitor's cart becomes the member's, so that it waits on every device. */
export const joinBroughtCart = async (
  sources: CartSources,
  work: Work,
  visit: Pick<CallContext, 'cookies'>,
  accountId: string,
): Promise<void> => {
  const id = cartIdOf(visit)
  if (id !== null) await joinCart(sources, work, id, accountId)
}

/**
 * A member may hold a cart that is nobody's yet, from a link or from before they signed in; it joins theirs. Answers the
 * id of the cart that it is now part of, null when nothing was joined.
 */
export const settleCarts = async (
  sources: CartSources,
  actor: Actor,
  id: string | null,
): Promise<string | null> => {
  const accountId = accountOf(actor)
  if (id === null || accountId === null) return null
  if ((await selectOpenCart(sources.world.database, id, null)) === null) return null
  return inTransaction(sources.world, (work) => joinCart(sources, work, id, accountId))
}

/**
 * The cart that somebody asks to buy by its id: a member's own where that one is now part of it or where they bring none.
 * One that was ordered keeps its id, so that the same request again finds its answer.
 */
export const cartIdToBuy = async (
  sources: CartSources,
  actor: Actor,
  asked: string | null,
): Promise<string | null> => {
  const db = sources.world.database
  const accountId = accountOf(actor)
  const settled = await settleCarts(sources, actor, asked)
  if (settled !== null || accountId === null) return settled ?? asked
  if (asked !== null && (await isKnownCart(db, asked))) return asked
  return (await selectCartOfAccount(db, accountId))?.id ?? asked
}
