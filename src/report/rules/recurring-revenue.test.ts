import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statusAt } from '#subscription/record/rules/status-history.ts'
import { assertProperty } from '../../../test/support/property.ts'
import type { SubscriptionStatus, StatusHistory } from '#subscription/record/rules/status-history.ts'
import { monthlyCents, movementsOf, revenueBridges } from './recurring-revenue.ts'
import type { MovementSum } from './recurring-revenue.ts'

const day = (text: string): Temporal.Instant => Temporal.Instant.from(`${text}T12:00:00Z`)

const monthly: SubscriptionStatus = {
  state: 'active',
  planCode: 'syn-rf',
  quantity: 1,
  unitPriceCents: 4999,
  intervalMonths: 1,
}

/** The movements of June 2031 and all before it, as the sums have them. */
const sumsOf = (...lives: readonly StatusHistory[]): MovementSum[] =>
  lives.flatMap(movementsOf).map(({ at, kind, cents }) => {
    const month = at.toString().slice(0, 7)
    return { month: month < '2031-06' ? '' : month, currency: 'USD', kind, subscriptions: 1, cents }
  })

const juneOf = (...lives: readonly StatusHistory[]) => {
  const [bridge] = revenueBridges(['2031-06'], sumsOf(...lives))
  if (!bridge) throw new Error('no bridge')
  return bridge
}

test('a 3-month plan of 134.97 counts as 44.99 a month, a 6-month plan of 254.94 as 42.49, and a paused one as nothing', () => {
  expect(monthlyCents({ ...monthly, unitPriceCents: 13_497, intervalMonths: 3 })).toBe(4499)
  expect(monthlyCents({ ...monthly, unitPriceCents: 25_494, intervalMonths: 6 })).toBe(4249)
  expect(monthlyCents({ ...monthly, state: 'paused' })).toBe(0)
})

test('each change of a subscription has its movement name', () => {
  const life: StatusHistory = [
    { at: day('2031-01-10'), status: monthly },
    { at: day('2031-02-01'), status: { ...monthly, quantity: 2 } },
    { at: day('2031-03-01'), status: { ...monthly, quantity: 2, state: 'paused' } },
    { at: day('2031-04-01'), status: { ...monthly, quantity: 2 } },
    { at: day('2031-05-01'), status: { ...monthly, quantity: 2, state: 'canceled' } },
    { at: day('2031-06-01'), status: monthly },
    { at: day('2031-07-01'), status: { ...monthly, state: 'failed' } },
  ]
  // 49.99, twice that, nothing while paused, twice again, canceled, reactivated with one, canceled.
  expect(movementsOf(life).map(({ kind, cents }) => [kind, cents])).toEqual([
    ['new', 4999],
    ['expansion', 4999],
    ['contraction', -9998],
    ['expansion', 9998],
    ['churn', -9998],
    ['reactivation', 4999],
    ['churn', -4999],
  ])
})

test('several changes at one moment count as one movement, from the state before to the state after', () => {
  const recovered = day('2031-06-03')
  const life: StatusHistory = [
    { at: day('2031-05-02'), status: monthly },
    { at: day('2031-06-02'), status: { ...monthly, state: 'failed' } },
    { at: recovered, status: monthly },
    { at: recovered, status: { ...monthly, unitPriceCents: 5499 } },
  ]
  // Paid late, and at a higher price from then on: 54.99 was reactivated, no quantity increased.
  const { movements } = juneOf(life)
  expect(movements.reactivation).toEqual({ subscriptions: 1, cents: 5499 })
  expect(movements.expansion).toEqual({ subscriptions: 0, cents: 0 })
})

test('a subscription that restarts on a later day counts again from that day', () => {
  const life: StatusHistory = [
    { at: day('2031-05-02'), status: monthly },
    { at: day('2031-06-02'), status: { ...monthly, state: 'canceled' } },
    { at: day('2031-06-03'), status: { ...monthly, state: 'future' } },
    { at: day('2031-06-20'), status: monthly },
  ]
  expect(movementsOf(life).slice(1)).toEqual([
    { at: day('2031-06-02'), kind: 'churn', cents: -4999 },
    { at: day('2031-06-20'), kind: 'reactivation', cents: 4999 },
  ])
})

test('a subscription that ends while paused loses no active revenue', () => {
  const life: StatusHistory = [
    { at: day('2031-06-02'), status: monthly },
    { at: day('2031-06-03'), status: { ...monthly, state: 'paused' } },
    { at: day('2031-06-04'), status: { ...monthly, state: 'canceled' } },
  ]
  const bridge = juneOf(life)
  expect(bridge.movements.churn).toEqual({ subscriptions: 1, cents: 0 })
  expect(bridge.movements.contraction).toEqual({ subscriptions: 1, cents: -4999 })
})

test('a month opens with the closing value of the month before, also without movements', () => {
  const life: StatusHistory = [
    { at: day('2031-05-02'), status: monthly },
    { at: day('2031-08-02'), status: { ...monthly, state: 'canceled' } },
  ]
  const bridges = revenueBridges(['2031-06', '2031-07', '2031-08'], sumsOf(life))
  expect(bridges.map(({ openingCents, closingCents }) => [openingCents, closingCents])).toEqual([
    [4999, 4999],
    [4999, 4999],
    [4999, 0],
  ])
})

const status = fc.record({
  state: fc.constantFrom('active', 'future', 'paused', 'canceled', 'expired', 'failed'),
  planCode: fc.constantFrom('syn-rf', 'vs-rf'),
  quantity: fc.integer({ min: 1, max: 4 }),
  unitPriceCents: fc.integer({ min: 0, max: 30_000 }),
  intervalMonths: fc.constantFrom(1, 2, 3, 6),
})

const minute = fc.integer({ min: 0, max: 120 * 24 * 60 })

/** A life as the shop writes it down, several turns of one moment too. */
const historyArbitrary = fc
  .array(fc.record({ minutes: minute, status }), { minLength: 1, maxLength: 20 })
  .map((turns): StatusHistory =>
    turns
      .toSorted((a, b) => a.minutes - b.minutes)
      .map(({ minutes, status: next }) => ({ at: day('2031-04-20').add({ minutes }), status: next })),
  )

const end = day('2031-08-19')

test('the movements of a month always lead from its opening to what is active at its end', () => {
  assertProperty(
    fc.property(fc.array(historyArbitrary, { maxLength: 5 }), (histories) => {
      const months = ['2031-06', '2031-07', '2031-08']
      const active = histories.reduce((sum, history) => {
        const status = statusAt(history, end)
        return sum + (status === null ? 0 : monthlyCents(status))
      }, 0)
      expect(revenueBridges(months, sumsOf(...histories)).at(-1)?.closingCents).toBe(active)
    }),
    { numRuns: 500 },
  )
})
