import { expect, test } from 'vitest'
import { day, newTerms } from '../../../../test/support/terms-cases.ts'
import {
  increaseToNotify,
  isOfUndone,
  priceSteps,
  scheduleRefusal,
  undoneToNotify,
  unitPriceOn,
} from './price-schedule.ts'
import type { NotifiedIncrease, PriceIncrease } from './price-schedule.ts'

const increase = (number: number, priceCents: number, on: string): PriceIncrease => ({
  id: `increase-${number}`,
  number,
  planCode: 'syn-rf',
  currency: 'USD',
  priceCents,
  effectiveOn: day(on),
  isUndone: false,
})

const first = increase(1, 5499, '2031-02-15')
const second = increase(2, 5999, '2031-03-15')

const notifiedOf = (one: PriceIncrease, fromOn: string, sentOn: string | null): NotifiedIncrease => ({
  increase: one,
  fromOn: day(fromOn),
  sentOn: sentOn === null ? null : day(sentOn),
  toDays: 14,
})

const orderDays = ['2031-02-28', '2031-03-31', '2031-04-30'].map(day)

const next = (
  increases: readonly PriceIncrease[],
  notified: readonly NotifiedIncrease[] = [],
  agreement = newTerms(),
) => {
  const due = increaseToNotify({
    agreement,
    increases,
    notified,
    orderDays,
    noticeInTimeFrom: day('2031-02-24'),
  })
  return due && `${due.increase.priceCents} ${due.on.toString()}`
}

const priceOn = (on: string, notified: readonly NotifiedIncrease[], agreement = newTerms()) =>
  unitPriceOn(agreement.unitPriceCents, priceSteps(agreement, notified), day(on))

test('untold-rise: an increase is charged from the announced day if the mail was sent early enough, and otherwise never', () => {
  expect(priceOn('2031-02-28', [notifiedOf(first, '2031-02-28', '2031-02-10')])).toBe(5499)
  expect(priceOn('2031-02-27', [notifiedOf(first, '2031-02-28', '2031-02-10')])).toBe(4999)
  expect(priceOn('2031-02-28', [notifiedOf(first, '2031-02-28', null)])).toBe(4999)
  expect(priceOn('2031-02-28', [notifiedOf(first, '2031-02-28', '2031-02-15')])).toBe(4999)
  expect(priceOn('2031-03-31', [notifiedOf(first, '2031-02-28', '2031-02-15')])).toBe(5499)
  const undone = { ...first, isUndone: true }
  expect(priceOn('2031-03-31', [notifiedOf(undone, '2031-02-28', '2031-02-10')])).toBe(4999)
  // It never lowers the price that was agreed to.
  const expensive = newTerms({ unitPriceCents: 6000 })
  expect(priceOn('2031-02-28', [notifiedOf(first, '2031-02-28', '2031-02-10')], expensive)).toBe(6000)
})

test('an increase older than the agreement, or for another plan, does not apply', () => {
  const agreed = newTerms({ agreedAfterIncrease: 1 })
  expect(next([first], [], agreed)).toBe(null)
  expect(next([first, second], [], agreed)).toBe('5999 2031-03-31')
  expect(priceOn('2031-03-31', [notifiedOf(first, '2031-02-28', '2031-02-10')], agreed)).toBe(4999)
  const other = newTerms({ planCode: 'vs-rf' })
  expect(next([first, second], [], other)).toBe(null)
  expect(priceOn('2031-03-31', [notifiedOf(first, '2031-02-28', '2031-02-10')], other)).toBe(4999)
})

test('increases are notified in order, and each is charged from its own day', () => {
  expect(next([second, first])).toBe('5499 2031-02-28')
  // The next notice waits for the one before it.
  expect(next([first, second], [notifiedOf(first, '2031-02-28', null)])).toBe(null)
  const one = notifiedOf(first, '2031-02-28', '2031-02-10')
  expect(next([first, second], [one])).toBe('5999 2031-03-31')
  const both = [one, notifiedOf(second, '2031-03-31', '2031-02-10')]
  expect(next([first, second], both)).toBe(null)
  expect(['2031-02-28', '2031-03-31'].map((on) => priceOn(on, both))).toEqual([5499, 5999])
  // Once the first was charged, the second counts all the same.
  expect(priceOn('2031-03-31', both, newTerms({ unitPriceCents: 5499 }))).toBe(5999)
})

test('no day is announced twice: of two increases for one order the higher is notified, and a later one comes later', () => {
  const soon = increase(2, 5999, '2031-02-20')
  expect(next([first, soon])).toBe('5999 2031-02-28')
  expect(next([first, soon], [notifiedOf(soon, '2031-02-28', '2031-02-10')])).toBe(null)
  expect(next([first, soon], [notifiedOf(first, '2031-02-28', '2031-02-10')])).toBe('5999 2031-03-31')
})

test('the undoing of an increase is notified only to members who got its mail', () => {
  const undone = { ...first, isUndone: true }
  expect(next([undone, second])).toBe('5999 2031-03-31')
  expect(undoneToNotify(newTerms(), [notifiedOf(undone, '2031-02-28', null)])).toEqual([])
  expect(undoneToNotify(newTerms(), [notifiedOf(undone, '2031-02-28', '2031-02-10')])).toHaveLength(1)
  expect(
    undoneToNotify(newTerms({ agreedAfterIncrease: 1 }), [notifiedOf(undone, '2031-02-28', '2031-02-10')]),
  ).toEqual([])
})

test('an increase is scheduled for a future day, in order, and once a day', () => {
  const today = day('2031-02-10')
  const requested = (priceCents: number, on: string) =>
    scheduleRefusal([first], { priceCents, effectiveOn: day(on) }, today)?.reason ?? null
  expect(requested(5999, '2031-03-01')).toBe(null)
  expect(requested(0, '2031-03-01')).toBe('not-above-zero')
  expect(requested(5999, '2031-02-10')).toBe('day-not-ahead')
  expect(requested(5999, '2031-02-15')).toBe('out-of-order')
  expect(requested(5299, '2031-02-12')).toBe('out-of-order')
  expect(requested(5499, '2031-03-01')).toBe('out-of-order')
  const undone = { ...first, isUndone: true }
  expect(scheduleRefusal([undone], { priceCents: 5299, effectiveOn: day('2031-02-15') }, today)).toBe(null)
})

test('a price is reset when its increase is undone and no other has it, and never below the agreed price', () => {
  const at = (priceCents: number, isUndone: boolean) => ({ priceCents, isUndone })
  expect(isOfUndone(3_999, 4_999, [at(4_999, true)])).toBe(true)
  expect(isOfUndone(3_999, 4_999, [at(4_999, false)])).toBe(false)
  expect(isOfUndone(3_999, 4_999, [at(4_999, true), at(4_999, false)])).toBe(false)
  expect(isOfUndone(3_999, 3_999, [at(4_999, true)])).toBe(false)
  // Charged once, it is what was agreed.
  expect(isOfUndone(4_999, 4_999, [at(4_999, true)])).toBe(false)
})
