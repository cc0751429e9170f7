import { expect, test } from 'vitest'
import { disputeFollows } from './dispute-follows.ts'
import type { DisputeMoney } from './dispute-money.ts'

const policy = { hold_shipments: true, release_when_won: true, stop_subscriptions: true }
const inState = (state: DisputeMoney['state'], cents = -4999): DisputeMoney => ({
  state,
  amountCents: 4999,
  isChargeRefundable: false,
  movements: cents === 0 ? [] : [{ cents }],
})
const nothing = { opens: false, closes: false, hold: null, stop: null }

test('a new dispute or inquiry holds what has not left and stops what is charged', () => {
  const opened = { opens: true, closes: false, hold: 'place', stop: 'place' }
  expect(disputeFollows(policy, null, inState('needs_response'))).toEqual(opened)
  expect(disputeFollows(policy, null, inState('warning_needs_response', 0))).toEqual(opened)
  // A lost one that the shop appeals is open again.
  expect(disputeFollows(policy, { state: 'lost' }, inState('appeal_under_review'))).toEqual(opened)
})

test('what is open already changes nothing', () => {
  expect(disputeFollows(policy, { state: 'needs_response' }, inState('under_review'))).toEqual(nothing)
  expect(disputeFollows(policy, { state: 'warning_under_review' }, inState('needs_response'))).toEqual(
    nothing,
  )
})

test('won or let rest: it ships after all; lost: an operator decides', () => {
  const before = { state: 'under_review' } as const
  const won = { ...nothing, closes: true, hold: 'release', stop: 'release' }
  expect(disputeFollows(policy, before, inState('won'))).toEqual(won)
  expect(disputeFollows(policy, before, inState('warning_closed', 0))).toEqual(won)
  expect(disputeFollows(policy, before, inState('lost'))).toEqual({ ...won, hold: null })
  expect(disputeFollows(policy, { state: 'won' }, inState('won'))).toEqual(nothing)
})

test('each of these by its setting', () => {
  const off = { hold_shipments: false, release_when_won: false, stop_subscriptions: false }
  expect(disputeFollows(off, null, inState('needs_response'))).toEqual({ ...nothing, opens: true })
  expect(disputeFollows(off, { state: 'under_review' }, inState('won'))).toEqual({
    ...nothing,
    closes: true,
    stop: 'release',
  })
})
