import type { Taxes } from '#pricing/server/taxes.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'

/** External services of a checkout. */
export interface CheckoutServices extends PaymentServices {
  readonly taxes: Taxes
}
