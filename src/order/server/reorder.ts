import { changeCart } from '#cart/server/carts.ts'
import type { CartServices } from '#cart/server/carts.ts'
import { reorder } from '#cart/rules/reorder.ts'
import type { LeftOutReason, Reorder } from '#cart/rules/reorder.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import type { Handler } from '#platform/request-context.ts'
import type { orderAgain } from '../endpoints.ts'
import { lookedUpOrder } from './orders.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

const messages: Readonly<Record<LeftOutReason, string>> = {
  'not-sold': 'It’s no longer sold.',
  country: 'It’s not sold in your country.',
  limit: 'You’ve reached the limit for one order.',
  refill: 'Refills are ordered on their own.',
}

/** Puts what is still sold of an order into the visitor's cart, at the prices of today. */
export const createReorder =
  (carts: CartServices): Handler<typeof orderAgain> =>
  async (context, lookup) => {
    const order = await lookedUpOrder(carts.deps, context, lookup)
    const known = await listPlans(carts.deps, defaultCurrency)
    // A transaction that met another one runs again; its last run counts.
    const runs: Reorder[] = []
    await changeCart(carts, context, ({ cart, draft }, plans) => {
      const again = reorder(cart, order.lines, { plans, country: context.country })
      runs.push(again)
      return { cart: again.cart, draft }
    })
    const { inCart = [], leftOut = [], removed = [] } = runs.at(-1) ?? {}
    return {
      in_cart: inCart.map(({ name, quantity }) => ({ name, quantity })),
      left_out: leftOut.map(({ name, quantity, reason }) => ({
        name,
        quantity,
        reason,
        message: messages[reason],
      })),
      removed: removed.map((code) => known.get(code)?.name ?? code),
    }
  }
