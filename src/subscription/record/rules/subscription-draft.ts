import type { Cents, Currency } from '#shared/money.ts'

/** A subscription as a purchase starts it; the first renewal is cycle 1 at anchor + one interval. */
export interface SubscriptionDraft {
  readonly id: string
  readonly accountId: string
  readonly planCode: string
  readonly quantity: number
  readonly unitPriceCents: Cents
  readonly currency: Currency
  readonly intervalMonths: number
  readonly anchorOn: Temporal.PlainDate
  readonly nextOrderOn: Temporal.PlainDate
  readonly addressId: string
  readonly paymentMethodId: string
  readonly shippingMethodCode: string
  readonly couponCode: string | null
  /** How many renewals it counts for; null for all. */
  readonly couponRenewals: number | null
  readonly orderId: string
  readonly linePosition: number
}
