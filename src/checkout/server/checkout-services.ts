import type { TaxProvider } from '#pricing/rules/tax-provider.ts'
import type { PaymentServices } from '#payment/server/payments.ts'

/** What a checkout needs of the outside. */
export interface CheckoutServices extends PaymentServices {
  readonly taxes: TaxProvider
}
