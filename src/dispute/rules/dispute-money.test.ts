import { expect, test } from 'vitest'
import { lossOf, outstandingCents, takenOf } from './dispute-money.ts'
import type { DisputeMoney } from './dispute-money.ts'

const dispute = (changes: Partial<DisputeMoney>): DisputeMoney => ({
  state: 'needs_response',
  amountCents: 4999,
  isChargeRefundable: false,
  movements: [{ cents: -4999 }],
  ...changes,
})

/** The same in dollars, of a charge in dollars. */
const inDollars = ({ movements, ...money }: DisputeMoney) => ({
  ...money,
  currency: 'USD' as const,
  movements: movements.map((movement) => ({ ...movement, currency: 'USD' as const })),
})

test('what was taken is outstanding until it comes back', () => {
  expect(outstandingCents(dispute({ movements: [] }))).toBe(0)
  expect(outstandingCents(dispute({}))).toBe(4999)
  expect(outstandingCents(dispute({ movements: [{ cents: -4999 }, { cents: 4999 }] }))).toBe(0)
})

test('only a bank that has decided for its customer makes a loss of it', () => {
  expect(lossOf(dispute({}))).toBe(0)
  expect(lossOf(dispute({ state: 'lost' }))).toBe(4999)
  // Won, and the money is on its way.
  expect(lossOf(dispute({ state: 'won' }))).toBe(0)
  // Settled with the cardholder before it became a dispute: with a loss only where money was taken.
  expect(lossOf(dispute({ state: 'prevented' }))).toBe(4999)
  expect(lossOf(dispute({ state: 'prevented', movements: [] }))).toBe(0)
  // A lost one that the shop appeals is open again.
  expect(lossOf(dispute({ state: 'appeal_under_review' }))).toBe(0)
})

test('an inquiry takes nothing of its charge, an open dispute its amount, a lost one what was taken', () => {
  const inquiry = dispute({ state: 'warning_needs_response', isChargeRefundable: true, movements: [] })
  expect(takenOf([inDollars(inquiry)])).toEqual({ disputedCents: 0, lostCents: 0 })
  // Two disputes of one charge of 80.00: 30.00 are open, 20.00 are lost.
  const open = dispute({ amountCents: 3000, movements: [{ cents: -3000 }] })
  const lost = dispute({ state: 'lost', amountCents: 2000, movements: [{ cents: -2000 }] })
  expect(takenOf([open, lost].map(inDollars))).toEqual({ disputedCents: 3000, lostCents: 2000 })
  expect(takenOf([inDollars(dispute({ state: 'won', movements: [] }))])).toEqual({
    disputedCents: 0,
    lostCents: 0,
  })
})

test('what Stripe converted is lost in the currency of the charge, in which refunds are counted', () => {
  // 5,000 yen, which the balance has as 33.41 dollars.
  const converted = {
    state: 'lost',
    amountCents: 5_000,
    currency: 'JPY',
    isChargeRefundable: false,
    movements: [{ cents: -3_341, currency: 'USD' }],
  } as const
  expect(takenOf([converted])).toEqual({ disputedCents: 0, lostCents: 5_000 })
  const back = { cents: 3_341, currency: 'USD' } as const
  const reinstated = { ...converted, movements: [...converted.movements, back] }
  expect(takenOf([reinstated])).toEqual({ disputedCents: 0, lostCents: 0 })
})
