import { expect, test } from 'vitest'
import { newChangeFacts, day, newTerms, planOf, plans } from '../../../../test/support/terms-cases.ts'
import { everybody } from '#coupon/rules/buyers.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import { cycleDates } from '#subscription/record/rules/billing-schedule.ts'
import type { Change, ChangeFacts } from './change.ts'
import { decideChange } from './decide-change.ts'
import { couponApplies } from '#subscription/renewal/rules/renewal.ts'
import { billingScheduleOf } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

const after = (facts: ChangeFacts, change: Change): SubscriptionTerms => decideChange(facts, change).next

const refusalOf = (facts: ChangeFacts, change: Change): unknown => {
  try {
    decideChange(facts, change)
  } catch (thrown) {
    return thrown
  }
  return null
}

const error = (code: string, data: unknown = expect.anything()) => expect.objectContaining({ code, data })
const refusal = (reason: string) => error('ACTION_NOT_ALLOWED', { reason })

const datesOf = (terms: SubscriptionTerms, count: number): string[] =>
  cycleDates(billingScheduleOf(terms), terms.nextCycle, count).map(String)

test('a swapped product comes at its current price on the date of the old one', () => {
  const swapped = after(newChangeFacts(newTerms({ unitPriceCents: 4499 })), {
    action: 'swap',
    plan_code: 'vs-rf',
  })
  expect(swapped).toMatchObject({ planCode: 'vs-rf', unitPriceCents: 3999, nextAttemptOn: '2031-02-28' })
})

test('a changed frequency keeps the next date and the day of the month', () => {
  const rarer = after(newChangeFacts(newTerms()), { action: 'change-frequency', interval_months: 3 })
  expect(rarer).toMatchObject({ planCode: 'syn-rf-3mo', unitPriceCents: 13497, intervalMonths: 3 })
  expect(datesOf(rarer, 4)).toEqual(['2031-02-28', '2031-05-31', '2031-08-31', '2031-11-30'])
  const again = after(newChangeFacts(rarer), { action: 'change-frequency', interval_months: 1 })
  expect(datesOf(again, 3)).toEqual(['2031-02-28', '2031-03-31', '2031-04-30'])
})

test.each([
  [{ action: 'swap', plan_code: 'syn-wk' }, refusal('not-a-refill')],
  [{ action: 'swap', plan_code: 'syn-rf' }, refusal('nothing-changes')],
  [{ action: 'swap', plan_code: 'none' }, expect.objectContaining({ code: 'PRODUCT_NOT_FOUND' })],
  [{ action: 'swap', plan_code: 'vs-rf', quantity: 5 }, error('QUANTITY_NOT_ALLOWED')],
  [{ action: 'change-frequency', interval_months: 2 }, refusal('no-such-frequency')],
  [{ action: 'change-quantity', quantity: 1 }, refusal('nothing-changes')],
  [{ action: 'change-quantity', quantity: 5 }, error('QUANTITY_NOT_ALLOWED')],
  [{ action: 'add-one-time', plan_code: 'syn-wk', quantity: 1 }, refusal('not-an-add-on')],
  [{ action: 'add-one-time', plan_code: 'syn-wk-gift-2020', quantity: 1 }, refusal('not-an-add-on')],
  [{ action: 'add-one-time', plan_code: 'pds-gwp', quantity: 1 }, refusal('not-an-add-on')],
  [{ action: 'remove-one-time', add_on_id: 'x' }, refusal('nothing-added')],
  [{ action: 'change-payment-method', payment_method_id: 'card' }, refusal('nothing-changes')],
] as const)('%j is refused', (change, expected) => {
  expect(refusalOf(newChangeFacts(newTerms()), change)).toEqual(expected)
})

test('the quantity is limited by the country', () => {
  const facts = newChangeFacts(newTerms(), { country: 'AU' })
  expect(refusalOf(facts, { action: 'change-quantity', quantity: 4 })).toEqual(
    error('QUANTITY_NOT_ALLOWED_IN_COUNTRY'),
  )
  expect(after(facts, { action: 'change-quantity', quantity: 3 }).quantity).toBe(3)
})

test('a one-time add-on keeps today’s price, and its quantity is limited', () => {
  const added = after(newChangeFacts(newTerms()), {
    action: 'add-one-time',
    plan_code: 'vs-rst',
    quantity: 2,
  })
  expect(added.addOns).toMatchObject([{ planCode: 'vs-rst', quantity: 2, unitPriceCents: 6499 }])
  const more = { action: 'add-one-time', plan_code: 'vs-rst', quantity: 1 } as const
  expect(refusalOf(newChangeFacts(added), more)).toEqual(error('QUANTITY_NOT_ALLOWED'))
  const id = added.addOns[0]?.id ?? ''
  expect(after(newChangeFacts(added), { action: 'remove-one-time', add_on_id: id })).toEqual(newTerms())
})

const home = {
  firstName: 'Mara', lastName: 'Oak', address: '1 Clay Road', unit: '', city: 'Portland', region: 'OR',
  zip: '97201', country: 'US', phone: '', company: '',
} // prettier-ignore

test('a new address must be complete and in a country that accepts the plan', () => {
  const facts = newChangeFacts(newTerms())
  expect(after(facts, { action: 'change-address', address: home }).addressId).toBe(facts.newId)
  expect(refusalOf(facts, { action: 'change-address', address: { ...home, zip: '' } })).toMatchObject({
    code: 'BILLING_VALIDATION_ERROR',
    fields: { 'address.zip': 'Kindly enter your zip code' },
  })
  const abroad = { ...home, country: 'NZ', region: '', zip: '6011' }
  expect(refusalOf(facts, { action: 'change-address', address: abroad })).toEqual(
    error('PRODUCT_NOT_ALLOWED_IN_COUNTRY'),
  )
})

const coupon = (changes: Partial<Coupon> = {}): Coupon => ({
  code: 'FOREVER15',
  kind: 'percentage',
  value: 15,
  plans: 'all',
  stackable: false,
  hidden: false,
  maxRedemptions: null,
  redeemed: 0,
  startsAt: null,
  expiresAt: null,
  oncePerAccount: false,
  duration: 'forever',
  renewals: null,
  buyers: everybody,
  amounts: new Map(),
  ...changes,
})

const offering = (found: Coupon | null, alreadyUsed = false) =>
  newChangeFacts(newTerms(), {
    offer: { code: 'forever15', source: 'promo-code', coupon: found, alreadyUsed, buyer: null },
  })

const apply = { action: 'apply-coupon', code: 'forever15' } as const

test('a permanent code stays with the subscription', () => {
  expect(after(offering(coupon()), apply).couponCode).toBe('FOREVER15')
})

test('a code for some renewals stays through every change, with the same number of orders left', () => {
  const threeMore = after(offering(coupon({ duration: 'renewals', renewals: 3 })), apply)
  expect(threeMore).toMatchObject({ couponCode: 'FOREVER15', couponRenewals: 3 })
  const edits: readonly Change[] = [
    { action: 'swap', plan_code: 'vs-rf' },
    { action: 'change-quantity', quantity: 2 },
    { action: 'skip' },
    { action: 'pause', until: '2031-03-15' },
    { action: 'cancel' },
  ]
  for (const edit of edits)
    expect(after(newChangeFacts(threeMore), edit)).toMatchObject({ couponRenewals: 3 })
})

test.each([
  [offering(null), 'unknown'],
  [offering(coupon({ duration: 'once' })), 'first-order-only'],
  [offering(coupon({ plans: ['vs-rf'] })), 'no-matching-plan'],
  [offering(coupon({ oncePerAccount: true }), true), 'already-used'],
])('a code is refused with its reason %#', (facts, reason) => {
  expect(refusalOf(facts, apply)).toEqual(
    error('INVALID_COUPON', { refusals: [{ code: 'forever15', reason, message: expect.any(String) }] }),
  )
})

test('a code for a kit applies to its product, and not while another product is in the subscription', () => {
  const kits = coupon({ plans: ['syn-wk'] })
  expect(couponApplies(kits, planOf('syn-rf-6mo'), plans)).toBe(true)
  expect(couponApplies(kits, planOf('vs-rf'), plans)).toBe(false)
})

test('every change keeps the code', () => {
  const facts = newChangeFacts(newTerms({ couponCode: 'FOREVER15' }), { today: day('2031-02-11') })
  const changes = [
    { action: 'swap', plan_code: 'vs-rf' },
    { action: 'change-frequency', interval_months: 6 },
    { action: 'pause' },
    { action: 'cancel' },
    { action: 'move', on: '2031-03-01' },
  ] as const
  for (const change of changes) expect(after(facts, change).couponCode).toBe('FOREVER15')
})
