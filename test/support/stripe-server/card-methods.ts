/** What Stripe's documented test methods do; each use of one makes a new method. */
export interface TestMethod {
  readonly brand: string
  readonly last4: string
  readonly declineCode?: string
  readonly code?: string
  readonly challenge?: boolean
  /** Its refunds are refused. */
  readonly failsRefunds?: boolean
  /** Declined only when the buyer is not there. */
  readonly laterDeclineCode?: string
}

const visa = { brand: 'visa' } as const

export const testMethods: Readonly<Record<string, TestMethod>> = {
  pm_card_visa: { ...visa, last4: '4242' },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    ...visa,
    last4: '9995',
    code: 'card_declined',
    declineCode: 'insufficient_funds',
  },
  pm_card_visa_chargeDeclinedStolenCard: {
    ...visa,
    last4: '9979',
    code: 'card_declined',
    declineCode: 'stolen_card',
  },
  pm_card_chargeDeclinedExpiredCard: { ...visa, last4: '0069', code: 'expired_card' },
  pm_card_authenticationRequiredOnSetup: { ...visa, last4: '3155', challenge: true },
  pm_card_refundFail: { ...visa, last4: '5126', failsRefunds: true },
  pm_card_chargeCustomerFail: { ...visa, last4: '0341', laterDeclineCode: 'insufficient_funds' },
}

export interface PaymentMethod extends TestMethod {
  readonly id: string
  customer: string | null
}

export const methodReply = (method: PaymentMethod) => ({
  id: method.id,
  object: 'payment_method',
  type: 'card',
  customer: method.customer,
  card: { brand: method.brand, last4: method.last4, exp_month: 12, exp_year: 2032 },
})
