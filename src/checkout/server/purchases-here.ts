import type { AppDeps } from '#platform/app-deps.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { isOfGuest } from './checkout-record.ts'
import { selectCheckout } from './checkout-store.ts'
import { createOwnCheckouts } from './checkouts.ts'
import { areDetailsShown } from './shown-details.ts'

/** What a visitor's browser has bought, for the account module. */
export const createPurchasesHere = (deps: AppDeps) => {
  const own = createOwnCheckouts(deps)
  return {
    purchasesHere: (context: RequestContext): readonly string[] => own.all(context),
    /** Of an order that was placed in this browser without an account, within the day in which its page is shown; else null. */
    emailOfPurchase: async (context: RequestContext, id: string): Promise<string | null> => {
      if (!own.has(context, id)) return null
      const checkout = await selectCheckout(deps.database, id)
      if (!checkout || checkout.orderId === null || !isOfGuest(checkout.purchase)) return null
      return areDetailsShown(checkout, deps.clock.now()) ? checkout.purchase.email : null
    },
  }
}
