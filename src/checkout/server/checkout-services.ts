import type { TaxProvider } from '#pricing/rules/tax-rate.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'

/** External services of a checkout. */
export interface CheckoutServices extends PaymentServices {
  readonly taxes: TaxProvider
}
