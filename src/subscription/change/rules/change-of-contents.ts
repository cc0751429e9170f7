import type { Plan } from '#catalogue/rules/plan.ts'
import { withRefusalMessage } from '#coupon/rules/coupon-messages.ts'
import { refusalOutright } from '#coupon/rules/coupon.ts'
import { validatedAddress } from '#location/rules/address-validation.ts'
import { ShopError } from '#shared/errors.ts'
import { monthsTo } from '#subscription/record/rules/billing-schedule.ts'
import { withCurrentPrice, withoutCharge } from './change.ts'
import type { ChangeOf, ChangeFacts, Decision } from './change.ts'
import {
  checkPlanInCountry,
  frequenciesOf,
  isAddOn,
  isRefill,
  findPlan,
} from '#subscription/record/rules/plan-choice.ts'
import { actionRefused } from '#subscription/record/rules/action-refusal.ts'
import { couponApplies } from '#subscription/renewal/rules/renewal.ts'
import { billingScheduleOf, withNextAttempt } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

/** A new frequency from the next order on; the date of that order and the anchor's day of the month stay. */
const withInterval = (terms: SubscriptionTerms, intervalMonths: number): SubscriptionTerms => {
  if (terms.intervalMonths === intervalMonths) return terms
  const startMonths = monthsTo(billingScheduleOf(terms), terms.nextCycle)
  return { ...terms, intervalMonths, startCycle: terms.nextCycle, startMonths }
}

const withPlan = (facts: ChangeFacts, plan: Plan, quantity: number): Decision => {
  const { terms, country } = facts
  if (plan.code === terms.planCode && quantity === terms.quantity) throw actionRefused('nothing-changes')
  checkPlanInCountry(country, plan, quantity)
  const next = withCurrentPrice(facts, { ...terms, quantity }, plan)
  return withoutCharge(withInterval(next, plan.intervalMonths ?? terms.intervalMonths))
}

export const swap = (facts: ChangeFacts, change: ChangeOf<'swap'>): Decision => {
  const plan = findPlan(facts.plans, change.plan_code)
  if (!isRefill(plan)) throw actionRefused('not-a-refill')
  return withPlan(facts, plan, change.quantity ?? facts.terms.quantity)
}

export const changeFrequency = (
  facts: ChangeFacts,
  { interval_months: months }: ChangeOf<'change-frequency'>,
) => {
  const currentPlan = findPlan(facts.plans, facts.terms.planCode)
  const plan = frequenciesOf(facts.plans, currentPlan).find(({ intervalMonths }) => intervalMonths === months)
  if (!plan) throw actionRefused('no-such-frequency')
  return withPlan(facts, plan, facts.terms.quantity)
}

export const changeQuantity = (
  { terms, plans, country }: ChangeFacts,
  change: ChangeOf<'change-quantity'>,
): Decision => {
  if (change.quantity === terms.quantity) throw actionRefused('nothing-changes')
  checkPlanInCountry(country, findPlan(plans, terms.planCode), change.quantity)
  return withoutCharge({ ...terms, quantity: change.quantity })
}

export const addOneTime = (facts: ChangeFacts, change: ChangeOf<'add-one-time'>): Decision => {
  const { terms, plans, country, newId } = facts
  const plan = findPlan(plans, change.plan_code)
  if (!isAddOn(plan)) throw actionRefused('not-an-add-on')
  const existing = terms.addOns.filter(({ planCode }) => planCode === plan.code)
  const totalQuantity = existing.reduce((sum, { quantity }) => sum + quantity, change.quantity)
  checkPlanInCountry(country, plan, totalQuantity)
  const addOn = {
    id: newId,
    planCode: plan.code,
    quantity: change.quantity,
    unitPriceCents: plan.priceCents,
    fromCycle: 0,
  }
  return withoutCharge({ ...terms, addOns: [...terms.addOns, addOn] })
}

export const removeOneTime = ({ terms }: ChangeFacts, change: ChangeOf<'remove-one-time'>): Decision => {
  const addOns = terms.addOns.filter(({ id }) => id !== change.add_on_id)
  if (addOns.length === terms.addOns.length) throw new ShopError('NOT_FOUND')
  return withoutCharge({ ...terms, addOns })
}

/** A renewal that was postponed day by day because of a lost record is due on its own date again. */
const restoreDueDateWhenLost = ({ lost = [] }: ChangeFacts, target: SubscriptionTerms): SubscriptionTerms =>
  lost.length > 0 ? withNextAttempt(target) : target

export const changeAddress = (facts: ChangeFacts, change: ChangeOf<'change-address'>): Decision => {
  const { terms, plans, newId } = facts
  const address = validatedAddress(change.address)
  for (const { planCode, quantity } of [terms, ...terms.addOns])
    checkPlanInCountry(address.country, findPlan(plans, planCode), quantity)
  return withoutCharge(restoreDueDateWhenLost(facts, { ...terms, addressId: newId }))
}

export const changePaymentMethod = (
  facts: ChangeFacts,
  { payment_method_id: paymentMethodId }: ChangeOf<'change-payment-method'>,
): Decision => {
  const { terms } = facts
  if (paymentMethodId === terms.paymentMethodId) throw actionRefused('nothing-changes')
  return withoutCharge(restoreDueDateWhenLost(facts, { ...terms, paymentMethodId }))
}

const couponRefusal = ({ offer, now, plans, terms }: ChangeFacts): string | null => {
  if (offer === null) return 'unknown'
  const generalRefusal = refusalOutright(offer, now, terms.currency)
  if (generalRefusal !== null || offer.coupon === null) return generalRefusal ?? 'unknown'
  // A coupon for one order is meant for the first one; a subscription keeps only coupons that apply to renewals.
  if (offer.coupon.duration === 'once') return 'first-order-only'
  return couponApplies(offer.coupon, findPlan(plans, terms.planCode), plans) ? null : 'no-matching-plan'
}

export const applyCoupon = (facts: ChangeFacts): Decision => {
  const { offer, terms } = facts
  const code = offer?.coupon?.code ?? null
  if (code !== null && code === terms.couponCode) throw actionRefused('nothing-changes')
  const reason = couponRefusal(facts)
  if (reason !== null)
    throw new ShopError('INVALID_COUPON', {
      data: { refusals: [withRefusalMessage({ code: offer?.code ?? '', reason })] },
    })
  return withoutCharge({ ...terms, couponCode: code, couponRenewals: offer?.coupon?.renewals ?? null })
}
