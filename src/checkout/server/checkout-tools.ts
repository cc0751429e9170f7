import type { TaxProvider } from '#location/rules/tax-provider.ts'
import type { PaymentTools } from '#payment/server/payments.ts'

/** What a checkout needs of the outside. */
export interface CheckoutTools extends PaymentTools {
  readonly taxes: TaxProvider
}
