import type { Plan } from '#catalogue/rules/plan.ts'
import { toldRefusal } from '#coupon/rules/coupon-sentences.ts'
import { refusalOutright } from '#coupon/rules/coupon.ts'
import { realAddress } from '#location/rules/real-address.ts'
import { ShopError } from '#shared/errors.ts'
import { monthsTo } from './billing-date.ts'
import { agreedAnew, attempted, later } from './change-facts.ts'
import type { Ask, ChangeFacts, Decision } from './change-facts.ts'
import { checkPlanIn, frequenciesOf, isAddOn, isRefill, planNamed } from './plan-choice.ts'
import { actionRefused } from './refused-action.ts'
import { couponCounts } from './renewal.ts'
import { rhythmOf } from './steering.ts'
import type { Steering } from './steering.ts'

/** Another rhythm from the next order on; the date of that order and the anchor's day of the month stay. */
const withInterval = (steering: Steering, intervalMonths: number): Steering => {
  if (steering.intervalMonths === intervalMonths) return steering
  const startMonths = monthsTo(rhythmOf(steering), steering.nextCycle)
  return { ...steering, intervalMonths, startCycle: steering.nextCycle, startMonths }
}

const withPlan = (facts: ChangeFacts, plan: Plan, quantity: number): Decision => {
  const { steering, country } = facts
  if (plan.code === steering.planCode && quantity === steering.quantity)
    throw actionRefused('nothing-changes')
  checkPlanIn(country, plan, quantity)
  const next = agreedAnew(facts, { ...steering, quantity }, plan)
  return later(withInterval(next, plan.intervalMonths ?? steering.intervalMonths))
}

export const swap = (facts: ChangeFacts, change: Ask<'swap'>): Decision => {
  const plan = planNamed(facts.plans, change.plan_code)
  if (!isRefill(plan)) throw actionRefused('not-a-refill')
  return withPlan(facts, plan, change.quantity ?? facts.steering.quantity)
}

export const changeFrequency = (facts: ChangeFacts, { interval_months: months }: Ask<'change-frequency'>) => {
  const held = planNamed(facts.plans, facts.steering.planCode)
  const plan = frequenciesOf(facts.plans, held).find(({ intervalMonths }) => intervalMonths === months)
  if (!plan) throw actionRefused('no-such-frequency')
  return withPlan(facts, plan, facts.steering.quantity)
}

export const changeQuantity = (
  { steering, plans, country }: ChangeFacts,
  ask: Ask<'change-quantity'>,
): Decision => {
  if (ask.quantity === steering.quantity) throw actionRefused('nothing-changes')
  checkPlanIn(country, planNamed(plans, steering.planCode), ask.quantity)
  return later({ ...steering, quantity: ask.quantity })
}

export const addOneTime = (facts: ChangeFacts, ask: Ask<'add-one-time'>): Decision => {
  const { steering, plans, country, newId } = facts
  const plan = planNamed(plans, ask.plan_code)
  if (!isAddOn(plan)) throw actionRefused('not-an-add-on')
  const there = steering.addOns.filter(({ planCode }) => planCode === plan.code)
  const together = there.reduce((sum, { quantity }) => sum + quantity, ask.quantity)
  checkPlanIn(country, plan, together)
  const addOn = {
    id: newId,
    planCode: plan.code,
    quantity: ask.quantity,
    unitPriceCents: plan.priceCents,
    fromCycle: 0,
  }
  return later({ ...steering, addOns: [...steering.addOns, addOn] })
}

export const removeOneTime = ({ steering }: ChangeFacts, ask: Ask<'remove-one-time'>): Decision => {
  const addOns = steering.addOns.filter(({ id }) => id !== ask.add_on_id)
  if (addOns.length === steering.addOns.length) throw new ShopError('NOT_FOUND')
  return later({ ...steering, addOns })
}

/** A renewal that was postponed day by day because of a lost record is due on its own date again. */
const dueAgainWhenLost = ({ lost = [] }: ChangeFacts, terms: Steering): Steering =>
  lost.length > 0 ? attempted(terms) : terms

export const changeAddress = (facts: ChangeFacts, ask: Ask<'change-address'>): Decision => {
  const { steering, plans, newId } = facts
  const address = realAddress(ask.address)
  for (const { planCode, quantity } of [steering, ...steering.addOns])
    checkPlanIn(address.country, planNamed(plans, planCode), quantity)
  return later(dueAgainWhenLost(facts, { ...steering, addressId: newId }))
}

export const changePaymentMethod = (
  facts: ChangeFacts,
  { payment_method_id: paymentMethodId }: Ask<'change-payment-method'>,
): Decision => {
  const { steering } = facts
  if (paymentMethodId === steering.paymentMethodId) throw actionRefused('nothing-changes')
  return later(dueAgainWhenLost(facts, { ...steering, paymentMethodId }))
}

const couponRefusal = ({ offer, now, plans, steering }: ChangeFacts): string | null => {
  if (offer === null) return 'unknown'
  const outright = refusalOutright(offer, now)
  if (outright !== null || offer.coupon === null) return outright ?? 'unknown'
  // A code for one order was made for a first one; a subscription keeps those that count for renewals.
  if (offer.coupon.duration === 'once') return 'first-order-only'
  return couponCounts(offer.coupon, planNamed(plans, steering.planCode), plans) ? null : 'no-matching-plan'
}

export const applyCoupon = (facts: ChangeFacts): Decision => {
  const { offer, steering } = facts
  const code = offer?.coupon?.code ?? null
  if (code !== null && code === steering.couponCode) throw actionRefused('nothing-changes')
  const reason = couponRefusal(facts)
  if (reason !== null)
    throw new ShopError('INVALID_COUPON', {
      data: { refusals: [toldRefusal({ code: offer?.code ?? '', reason })] },
    })
  return later({ ...steering, couponCode: code, couponRenewals: offer?.coupon?.renewals ?? null })
}
