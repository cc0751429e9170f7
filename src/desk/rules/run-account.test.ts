import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumCents } from '#shared/money.ts'
import { assertProperty } from '../../../test/support/property.ts'
import { runAccount } from './run-account.ts'
import type { RunGroup } from './run-account.ts'

const group = (outcome: string, count: number, dueCents: number, paid: Partial<RunGroup> = {}): RunGroup => ({
  outcome,
  currency: 'USD',
  count,
  dueCents,
  cardCents: 0,
  creditCents: 0,
  ...paid,
})

test('every due subscription has a row, and the rows add up to the cent', () => {
  const account = runAccount(7, [
    group('billed', 3, 150_00, { cardCents: 140_00, creditCents: 10_00 }),
    group('dunned', 2, 99_98),
    group('skipped', 2, 0, { currency: null }),
  ])
  expect(
    account.rows.map(({ name, count, sums }) => [name, count, ...sums.map(({ cents }) => cents)]),
  ).toEqual([
    ['Charged to cards', 3, 140_00],
    ['Paid with credit, of these', null, 10_00],
    ['Declined, tried again later', 2, 99_98],
    ['Skipped by the member', 2],
  ])
  expect(account.dueSums).toEqual([{ currency: 'USD', cents: 249_98 }])
  expect([account.missingCount, account.missingSums]).toEqual([0, [{ currency: 'USD', cents: 0 }]])
})

test.each([
  ['a charge of a cent less', 1, group('billed', 1, 50_00, { cardCents: 49_99 }), 0, 1],
  ['an entry that is open', 1, group('open', 1, 50_00), 1, 50_00],
  ['an outcome that nobody knows', 1, group('lost', 1, 50_00), 1, 50_00],
  ['a run that was due more', 2, group('dunned', 1, 50_00), 1, 0],
])('%s is not accounted for', (_what, due, entry, count, cents) => {
  const { missingCount, missingSums } = runAccount(due, [entry])
  expect([missingCount, missingSums]).toEqual([count, [{ currency: 'USD', cents }]])
})

test('the due total is the sum of the rows and of what is missing, in every currency', () => {
  const outcomes = ['billed', 'settled-before', 'dunned', 'ended', 'pending', 'open', 'odd'] as const
  const Group = fc.record({
    outcome: fc.constantFrom(...outcomes),
    currency: fc.constantFrom('USD' as const, 'EUR' as const),
    count: fc.nat(99),
    dueCents: fc.nat(1_000_000),
    cardCents: fc.nat(1_000_000),
    creditCents: fc.nat(1_000_000),
  })
  assertProperty(
    fc.property(fc.array(Group), (groups) => {
      const { rows, dueSums, missingSums } = runAccount(0, groups)
      for (const { currency, cents } of dueSums) {
        const parts = [...rows.flatMap(({ sums }) => sums), ...missingSums]
        const own = parts.filter((part) => part.currency === currency)
        expect(sumCents(own.map((part) => part.cents))).toBe(cents)
      }
    }),
    { numRuns: 300 },
  )
})
