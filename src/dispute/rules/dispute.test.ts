import { expect, test } from 'vitest'
import { disputeFollows, lossOf, outstandingCents, takenOf } from './dispute.ts'
import type { DisputeMoney } from './dispute.ts'

const policy = { hold_shipments: true, release_when_won: true, stop_subscriptions: true }
const inState = (state: DisputeMoney['state'], cents = -4999): DisputeMoney => ({
  state,
  amountCents: 4999,
  isChargeRefundable: false,
  movements: cents === 0 ? [] : [{ cents }],
})
const nothing = { opens: false, closes: false, hold: null, stop: null }

test('a new dispute or inquiry holds unshipped orders and stops charges', () => {
  const opened = { opens: true, closes: false, hold: 'place', stop: 'place' }
  expect(disputeFollows(policy, null, inState('needs_response'))).toEqual(opened)
  expect(disputeFollows(policy, null, inState('warning_needs_response', 0))).toEqual(opened)
  // A lost one that the shop appeals is open again.
  expect(disputeFollows(policy, { state: 'lost' }, inState('appeal_under_review'))).toEqual(opened)
})

test('an open dispute that is read again changes nothing', () => {
  expect(disputeFollows(policy, { state: 'needs_response' }, inState('under_review'))).toEqual(nothing)
  expect(disputeFollows(policy, { state: 'warning_under_review' }, inState('needs_response'))).toEqual(
    nothing,
  )
})

test('a won or closed dispute releases the shipment, and for a lost one an operator decides', () => {
  const before = { state: 'under_review' } as const
  const won = { ...nothing, closes: true, hold: 'release', stop: 'release' }
  expect(disputeFollows(policy, before, inState('won'))).toEqual(won)
  expect(disputeFollows(policy, before, inState('warning_closed', 0))).toEqual(won)
  expect(disputeFollows(policy, before, inState('lost'))).toEqual({ ...won, hold: null })
  expect(disputeFollows(policy, { state: 'won' }, inState('won'))).toEqual(nothing)
})

test('each effect of a dispute has its own setting', () => {
  const off = { hold_shipments: false, release_when_won: false, stop_subscriptions: false }
  expect(disputeFollows(off, null, inState('needs_response'))).toEqual({ ...nothing, opens: true })
  expect(disputeFollows(off, { state: 'under_review' }, inState('won'))).toEqual({
    ...nothing,
    closes: true,
    stop: 'release',
  })
})

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

test('taken money is outstanding until it is returned', () => {
  expect(outstandingCents(dispute({ movements: [] }))).toBe(0)
  expect(outstandingCents(dispute({}))).toBe(4999)
  expect(outstandingCents(dispute({ movements: [{ cents: -4999 }, { cents: 4999 }] }))).toBe(0)
})

test('only a decision for the cardholder makes a loss', () => {
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

test('an inquiry takes nothing, an open dispute its amount, and a lost one what was taken', () => {
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

test('an amount that Stripe converted is lost in the currency of the charge', () => {
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
