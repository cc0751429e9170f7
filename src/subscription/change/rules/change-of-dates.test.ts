import { expect, test } from 'vitest'
import { newChangeFacts, day, newTerms } from '../../../../test/support/terms-cases.ts'
import { cycleDates } from '#subscription/record/rules/billing-schedule.ts'
import type { Change, ChangeFacts } from './change.ts'
import { lastOrderDay } from './change-of-dates.ts'
import { decideChange } from './decide-change.ts'
import {
  dueOn,
  resumedTerms,
  billingScheduleOf,
  activatedOnDay,
} from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

const after = (facts: ChangeFacts, change: Change): SubscriptionTerms => decideChange(facts, change).next

const datesOf = (terms: SubscriptionTerms, count = 3): string[] =>
  cycleDates(billingScheduleOf(terms), terms.nextCycle, count).map(String)

const refusalOf = (facts: ChangeFacts, change: Change): unknown => {
  try {
    decideChange(facts, change)
  } catch (thrown) {
    return thrown
  }
  return null
}

const refusal = (reason: string) => expect.objectContaining({ code: 'ACTION_NOT_ALLOWED', data: { reason } })

test('skipping an order keeps the later dates on the anchor', () => {
  const skipped = after(newChangeFacts(newTerms()), { action: 'skip' })
  expect(skipped).toMatchObject({ nextCycle: 2, nextAttemptOn: '2031-03-31' })
  expect(skipped.skipped).toEqual([{ number: 1, on: '2031-02-28' }])
  expect(datesOf(skipped)).toEqual(['2031-03-31', '2031-04-30', '2031-05-31'])
})

test('undoing a skip restores everything', () => {
  const skipped = after(newChangeFacts(newTerms()), { action: 'skip' })
  expect(after(newChangeFacts(skipped), { action: 'unskip' })).toEqual(newTerms())
})

test('a skipped order whose date has passed cannot be restored', () => {
  const skipped = after(newChangeFacts(newTerms()), { action: 'skip' })
  const facts = newChangeFacts(skipped, { today: day('2031-02-28') })
  expect(refusalOf(facts, { action: 'unskip' })).toEqual(refusal('nothing-skipped'))
})

test('a skipped order whose dates have moved since cannot be restored', () => {
  const skipped = after(newChangeFacts(newTerms()), { action: 'skip' })
  const moved = after(newChangeFacts(skipped), { action: 'move', on: '2031-03-20' })
  expect(refusalOf(newChangeFacts(moved), { action: 'unskip' })).toEqual(refusal('nothing-skipped'))
})

test('three orders in a row can be skipped, and not four', () => {
  let terms = newTerms()
  for (let times = 0; times < 3; times += 1) terms = after(newChangeFacts(terms), { action: 'skip' })
  expect(datesOf(terms, 1)).toEqual(['2031-05-31'])
  expect(refusalOf(newChangeFacts(terms), { action: 'skip' })).toEqual(refusal('skipped-enough'))
})

test('a chosen date becomes the new anchor', () => {
  const moved = after(newChangeFacts(newTerms()), { action: 'move', on: '2031-03-30' })
  expect(moved.nextAttemptOn).toBe('2031-03-30')
  expect(datesOf(moved)).toEqual(['2031-03-30', '2031-04-30', '2031-05-30'])
})

test.each([
  ['2031-02-10', 'date-not-ahead'],
  ['2031-02-28', 'nothing-changes'],
  ['2031-05-12', 'date-too-far'],
])('an order cannot be moved to %s: %s', (on, reason) => {
  expect(refusalOf(newChangeFacts(newTerms()), { action: 'move', on })).toEqual(refusal(reason))
})

test.each([
  [1, '2031-05-11'],
  [3, '2031-07-10'],
  [6, '2031-10-08'],
])('an order of %i months can move at most 60 days beyond its supply: until %s', (intervalMonths, last) => {
  const facts = newChangeFacts({ ...newTerms(), intervalMonths })
  expect(after(facts, { action: 'move', on: last }).nextAttemptOn).toBe(last)
  const beyond = Temporal.PlainDate.from(last).add({ days: 1 }).toString()
  expect(refusalOf(facts, { action: 'move', on: beyond })).toEqual(refusal('date-too-far'))
})

test('an order that is due later than the limit can move to any earlier day', () => {
  let terms: SubscriptionTerms = { ...newTerms(), intervalMonths: 6 }
  for (let times = 0; times < 3; times += 1) terms = after(newChangeFacts(terms), { action: 'skip' })
  const planned = dueOn(terms)
  expect(lastOrderDay(terms, day('2031-02-10'))).toEqual(planned)
  const on = planned.subtract({ days: 1 }).toString()
  expect(after(newChangeFacts(terms), { action: 'move', on }).nextAttemptOn).toBe(on)
})

test('an immediate order is due today and charged at once', () => {
  const { next, chargeNow } = decideChange(newChangeFacts(newTerms()), { action: 'order-now' })
  expect(chargeNow).toBe(true)
  expect(datesOf(next)).toEqual(['2031-02-10', '2031-03-10', '2031-04-10'])
})

test('a pause keeps the remaining days, twice in a row, also on a three-month plan', () => {
  const quarterly = newTerms({ planCode: 'syn-rf-3mo', intervalMonths: 3, nextAttemptOn: '2031-04-30' })
  // 79 days remain on February 10.
  const paused = after(newChangeFacts(quarterly), { action: 'pause', until: '2031-03-10' })
  expect(paused).toMatchObject({ state: 'paused', pausedOn: '2031-02-10', nextAttemptOn: null })
  const back = resumedTerms(paused, day('2031-03-10'))
  expect(datesOf(back, 2)).toEqual(['2031-05-28', '2031-08-28'])
  const again = after(newChangeFacts(back, { today: day('2031-03-20') }), { action: 'pause' })
  // 69 days remain on March 20.
  const home = after(newChangeFacts(again, { today: day('2031-06-01') }), { action: 'resume' })
  expect(datesOf(home, 2)).toEqual(['2031-08-09', '2031-11-09'])
})

test('a pause that ends on its first day changes nothing', () => {
  const paused = after(newChangeFacts(newTerms()), { action: 'pause' })
  expect(after(newChangeFacts(paused), { action: 'resume' })).toEqual(newTerms())
})

test('the end of a pause can be changed, and its beginning stays', () => {
  const paused = after(newChangeFacts(newTerms()), { action: 'pause' })
  const longer = after(newChangeFacts(paused, { today: day('2031-02-20') }), {
    action: 'pause',
    until: '2031-04-01',
  })
  expect(longer).toMatchObject({ pausedOn: '2031-02-10', pausedUntil: '2031-04-01' })
  expect(refusalOf(newChangeFacts(paused), { action: 'pause' })).toEqual(refusal('nothing-changes'))
})

test.each([
  ['2031-02-10', 'date-not-ahead'],
  ['2032-02-11', 'pause-too-long'],
])('a pause cannot end on %s: %s', (until, reason) => {
  expect(refusalOf(newChangeFacts(newTerms()), { action: 'pause', until })).toEqual(refusal(reason))
})

test('a subscription resumed on the day of an order is charged on the next day at the earliest', () => {
  const paused = after(newChangeFacts(newTerms(), { today: day('2031-02-28') }), { action: 'pause' })
  const back = after(newChangeFacts(paused, { today: day('2031-02-28') }), { action: 'resume' })
  expect(back.nextAttemptOn).toBe('2031-03-01')
})

test('canceling clears the next date and one-time add-ons', () => {
  const addOns = [{ id: 'a', planCode: 'vs-rst', quantity: 1, unitPriceCents: 6499, fromCycle: 0 }]
  const canceled = after(newChangeFacts(newTerms({ addOns }), { hasChargeInFlight: true }), {
    action: 'cancel',
  })
  expect(canceled).toMatchObject({ state: 'canceled', nextAttemptOn: null, addOns: [] })
  expect(canceled.canceledAt).toBe('2031-02-10T15:00:00Z')
})

test('during a charge in flight skipping and an immediate order are refused', () => {
  const facts = newChangeFacts(newTerms(), { hasChargeInFlight: true })
  expect(refusalOf(facts, { action: 'skip' })).toEqual(refusal('charge-in-flight'))
  expect(refusalOf(facts, { action: 'order-now' })).toEqual(refusal('charge-in-flight'))
})

test('a subscription whose owed order is being paid by a link is not shown as ended, and continues once paid', () => {
  const order = { number: 1, unitPriceCents: 4999, countedCoupon: null, addOnIds: [] }
  const charge = { cycleId: 'c', cents: 4999, currency: 'USD', on: '2031-02-28', isRequested: false, isOrderCanceled: false } as const // prettier-ignore
  const facts = (isByLink: boolean) =>
    newChangeFacts(newTerms({ state: 'failed' }), {
      hasChargeInFlight: true,
      chargeInFlight: { ...charge, order: { ...order, isByLink } },
    })
  expect(refusalOf(facts(true), { action: 'cancel' })).toMatchObject({
    detail: expect.stringContaining('$49.99'),
    data: { reason: 'charge-in-flight' },
  })
  expect(refusalOf(facts(false), { action: 'cancel' })).toEqual(refusal('has-ended'))
})

const canceled = newTerms({ state: 'canceled', nextAttemptOn: null, canceledAt: '2031-02-05T15:00:00Z' })
const reactivate = { action: 'reactivate', order_now: false } as const

test('a subscription reactivated before its date continues unchanged', () => {
  const back = after(newChangeFacts(canceled), reactivate)
  expect(back).toMatchObject({ state: 'active', nextAttemptOn: '2031-02-28', unitPriceCents: 4999 })
  expect(back.activatedAt > (back.canceledAt ?? '')).toBe(true)
})

test.each([
  ['2031-03-27', '2031-03-31'],
  // 29 to March 31 are too close: nothing is charged within three days of a restart.
  ['2031-03-29', '2031-04-30'],
])('reactivated on %s, its first order is on %s at the current price', (today, on) => {
  const old = { ...canceled, unitPriceCents: 4499 }
  const back = after(newChangeFacts(old, { today: day(today) }), reactivate)
  expect(back).toMatchObject({ nextAttemptOn: on, unitPriceCents: 4999 })
})

test('during its term a reactivated subscription keeps the agreed price, also past a date that was moved forward', () => {
  const old = { ...canceled, unitPriceCents: 4499 }
  const back = after(newChangeFacts(old, { today: day('2031-03-27'), isPrepaid: true }), reactivate)
  expect(back).toMatchObject({ nextAttemptOn: '2031-03-31', unitPriceCents: 4499 })
})

test('a reactivated subscription can start on a chosen day, or at once on request', () => {
  const chosen = after(newChangeFacts(canceled), { ...reactivate, next_order_on: '2031-03-05' })
  expect(chosen).toMatchObject({ state: 'future', nextAttemptOn: null })
  expect(after(newChangeFacts(chosen), { action: 'move', on: '2031-03-09' }).state).toBe('future')
  expect(refusalOf(newChangeFacts(chosen), { action: 'pause' })).toEqual(refusal('not-active'))
  expect(activatedOnDay(chosen)).toMatchObject({ state: 'active', nextAttemptOn: '2031-03-05' })
  expect(datesOf(chosen, 2)).toEqual(['2031-03-05', '2031-04-05'])
  const now = decideChange(newChangeFacts(canceled), { ...reactivate, order_now: true })
  expect(now.chargeNow).toBe(true)
  expect(datesOf(now.next, 2)).toEqual(['2031-02-10', '2031-03-10'])
})

test('a tried billing cycle keeps its number, and its date gets the next number', () => {
  const facts = newChangeFacts(canceled, { cycleTried: true })
  const back = after(facts, reactivate)
  expect([back.nextCycle, dueOn(back).toString()]).toEqual([2, '2031-02-28'])
  expect(after(facts, { ...reactivate, order_now: true }).nextCycle).toBe(2)
  const failed = newChangeFacts(newTerms({ state: 'failed', nextAttemptOn: null }), {
    cycleTried: true,
    today: day('2031-03-05'),
  })
  expect(dueOn(after(failed, reactivate)).toString()).toBe('2031-03-31')
})
