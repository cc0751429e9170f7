import { startingPlans } from './starting-plans.ts'
import { plansByCode } from '#catalogue/rules/plan.ts'
import type { Plan } from '#catalogue/rules/plan.ts'
import { noTax } from '#pricing/rules/tax-rate.ts'
import type { ChangeFacts } from '#subscription/change/rules/change.ts'
import type { Renewal } from '#subscription/renewal/rules/renewal.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

export const plans = plansByCode(startingPlans)

export const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)

export const planOf = (code: string): Plan => {
  const plan = plans.get(code)
  if (!plan) throw new Error(`no plan ${code}`)
  return plan
}

/** A monthly refill from January 31, 2031 that has its first order behind it. */
export const newTerms = (changes: Partial<SubscriptionTerms> = {}): SubscriptionTerms => ({
  state: 'active',
  planCode: 'syn-rf',
  quantity: 1,
  unitPriceCents: 4999,
  currency: 'USD',
  agreedAfterIncrease: 0,
  intervalMonths: 1,
  anchorOn: '2031-01-31',
  startCycle: 0,
  startMonths: 0,
  nextCycle: 1,
  nextAttemptOn: '2031-02-28',
  pausedOn: null,
  pausedUntil: null,
  addressId: 'home',
  paymentMethodId: 'card',
  couponCode: null,
  couponRenewals: null,
  remainingOrders: null,
  activatedAt: '2031-01-31T15:00:00Z',
  canceledAt: null,
  skipped: [],
  addOns: [],
  itemSkippedCycle: null,
  ...changes,
})

/** The facts of a change requested on February 10, 2031 in the US. */
export const newChangeFacts = (
  terms: SubscriptionTerms,
  changes: Partial<ChangeFacts> = {},
): ChangeFacts => ({
  terms,
  today: day('2031-02-10'),
  now: Temporal.Instant.from('2031-02-10T15:00:00Z'),
  plans,
  latestIncreases: new Map(),
  country: 'US',
  hasChargeInFlight: false,
  cycleTried: false,
  isPrepaid: false,
  newId: '018f0000-0000-7000-8000-000000000001',
  offer: null,
  ...changes,
})

/** What its next order is priced from, without tax. */
export const renewalOf = (terms: SubscriptionTerms): Renewal => ({
  plan: planOf(terms.planCode),
  quantity: terms.quantity,
  unitPriceCents: terms.unitPriceCents,
  coupon: null,
  country: 'US',
  taxRate: noTax,
  addOns: terms.addOns.map(({ planCode, quantity, unitPriceCents }) => ({
    plan: planOf(planCode),
    quantity,
    unitPriceCents,
  })),
})
