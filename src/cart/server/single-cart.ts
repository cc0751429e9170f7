import { createHmac } from 'node:crypto'
import { plansFor } from '#catalogue/server/plans.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { together } from '#platform/gathered.ts'
import type { Actor } from '#platform/request-context.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import { withKnownPlans } from '../rules/cart.ts'
import type { Cart } from '../rules/cart.ts'
import { cartOfOne } from '../rules/cart-lines.ts'
import { accountOf, isCartId } from './cart-id.ts'
import { insertCartOnce, selectOpenCart } from './cart-store.ts'
import type { Db } from './cart-store.ts'
import { reportDamage } from './damaged-carts.ts'

/** A plan that is bought alone, and its buyer. */
export interface SinglePurchase {
  readonly planCode: string
  /** The visitor's own cart, whose codes count; null without one. */
  readonly ownCartId: string | null
  readonly actor: Actor
  /** The visitor's. */
  readonly currency: ShopCurrency
}

/** The cart of a plan that is bought alone. It is in memory only: a price preview writes nothing. */
export const singleCart = async (
  deps: AppDeps,
  db: Db,
  { planCode, ownCartId, actor, currency }: SinglePurchase,
): Promise<Cart> => {
  const { plans } = await plansFor(deps, { currency }, db)
  const found =
    ownCartId !== null && isCartId(ownCartId) ? await selectOpenCart(db, ownCartId, accountOf(actor)) : null
  const own = reportDamage(deps, found)
  return cartOfOne(own && withKnownPlans(own.cart, plans), plans, planCode)
}

/**
 * The id of that cart: the same for the same request, so that a repeated one meets the first, and known to nobody
 * outside the shop.
 */
export const singleCartId = (
  { secret }: Pick<AppDeps, 'secret'>,
  requestId: string,
  { planCode, actor }: SinglePurchase,
): string => {
  const hex = createHmac('sha256', secret)
    .update(JSON.stringify(['single cart', accountOf(actor), requestId, planCode]))
    .digest('hex')
  // A uuid of version 8, whose bits are up to its maker.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-') // prettier-ignore
}

/**
 * Writes it for its purchase and locks it, before anything that is sent after it. Null when that purchase is done already. It
 * belongs to no account: it is not the one open cart of a member.
 */
export const openSingleCart = async (tx: Tx, id: string, cart: Cart): Promise<Cart | null> => {
  const [, open] = await together([
    insertCartOnce(tx, { id, accountId: null, cart, draft: {}, currency: null }),
    selectOpenCart(tx.db, id, null, true),
  ])
  return open && cart
}
