import { inTransaction } from '#platform/transaction.ts'
import type { Actor, RequestContext } from '#platform/request-context.ts'
import { openGuestAccount } from '#account/server/accounts.ts'
import { createCartHandlers } from '#cart/server/cart-handlers.ts'
import { createCouponHandlers } from '#coupon/server/coupon-handlers.ts'
import { joinBroughtCart } from '#cart/server/carts.ts'
import { cartsInPayment } from '#checkout/server/checkouts.ts'
import { seedCatalogue } from '../../db/seed/catalogue.ts'
import { seedCoupons } from '../../db/seed/coupons.ts'
import { contextOf, type Jar } from '../support/request-context.ts'
import { openTestDeps } from '../support/test-deps.ts'

/** Somebody with a browser. */
export interface Shopper {
  readonly jar: Jar
  actor: Actor
  country: string
}

export const newShopper = (country = 'US'): Shopper => ({
  jar: new Map(),
  actor: { kind: 'visitor' },
  country,
})

/** The context of a request that this shopper sends. */
export const from = ({ jar, actor, country }: Shopper): RequestContext => contextOf(jar, { actor, country })

/** Stock, coupons and carts of a new shop on a real database. */
export const openCartApp = async (start?: string) => {
  const opened = await openTestDeps(start)
  const { deps } = opened
  await inTransaction(deps, async (tx) => {
    await seedCatalogue(tx)
    await seedCoupons(tx)
  })
  return {
    ...opened,
    carts: createCartHandlers({ deps, cartsInPayment }),
    coupons: createCouponHandlers(deps),
    /** A member without a password, as a purchase opens one. */
    member: async (email: string): Promise<Actor> => {
      const { accountId } = await inTransaction(deps, (tx) =>
        openGuestAccount(tx, { email, firstName: 'Mara', lastName: 'Ito', phone: '' }),
      )
      return { kind: 'member', accountId, email, sessionId: 'a-session' }
    },
    /** What signing in does to the cart of a browser. */
    signIn: async (shopper: Shopper, actor: Actor): Promise<void> => {
      const accountId = actor.kind === 'member' ? actor.accountId : ''
      await inTransaction(deps, (tx) =>
        joinBroughtCart({ deps, cartsInPayment }, tx, from(shopper), accountId),
      )
      shopper.actor = actor
    },
    countCarts: async (): Promise<number> => {
      const rows = await deps.database.selectFrom('cart').select('id').execute()
      return rows.length
    },
  }
}
