import { ShopError } from '#shared/errors.ts'
import type { Processor } from './processor.ts'
import { isMissing } from './stripe-records.ts'
import type { StripeRecordDeps } from './stripe-records.ts'

const nameOf = (customer: string | { readonly id: string } | null): string | null =>
  typeof customer === 'string' ? customer : (customer?.id ?? null)

/** Customers at Stripe, of those who are forgotten. A saved card has a setup intent in place of a payment intent. */
export const stripeCustomers = (
  deps: StripeRecordDeps,
): Pick<Processor, 'customersOf' | 'deleteCustomers'> => {
  const { stripe, report } = deps
  const unlessMissing = async <T>(ask: Promise<T>): Promise<T | null> => {
    try {
      return await ask
    } catch (thrown) {
      if (isMissing(thrown)) return null
      report(thrown)
      throw new ShopError('SHOP_BUSY', { cause: thrown })
    }
  }
  const customerOf = async (intent: string): Promise<string | null> => {
    const found = await unlessMissing<{ readonly customer: string | { readonly id: string } | null }>(
      intent.startsWith('seti_')
        ? stripe.setupIntents.retrieve(intent)
        : stripe.paymentIntents.retrieve(intent),
    )
    return found === null ? null : nameOf(found.customer)
  }
  return {
    customersOf: async (intents) => {
      const found = new Set<string>()
      for (const intent of intents) {
        const customer = await customerOf(intent)
        if (customer !== null) found.add(customer)
      }
      return [...found]
    },
    deleteCustomers: async (customers) => {
      for (const customer of customers) await unlessMissing(stripe.customers.del(customer))
    },
  }
}
