import { expect, test } from 'vitest'
import { affectedCount, changedCounts, increaseState } from './price-increase.ts'
import type { IncreaseMemberState, PreviewedCounts } from './price-increase.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

const stateOf = (
  counts: Partial<Record<IncreaseMemberState, number>>,
  today: string,
  sent = 0,
  isUndone = false,
) =>
  increaseState({
    isUndone,
    sent,
    counts: new Map(
      Object.entries(counts).flatMap(([state, count]) =>
        state === 'waiting' || state === 'charged' || state === 'notified' ? [[state, count]] : [],
      ),
    ),
    effectiveOn: day('2031-02-01'),
    today: day(today),
  })

test('a price increase is planned, announced, running and done', () => {
  expect(stateOf({ waiting: 2 }, '2031-01-10')).toBe('planned')
  expect(stateOf({ waiting: 1, notified: 1 }, '2031-01-31', 1)).toBe('announced')
  expect(stateOf({ waiting: 1, charged: 1 }, '2031-02-01', 1)).toBe('running')
  expect(stateOf({ charged: 2 }, '2031-02-01', 2)).toBe('done')
})

test('a stopped increase is withdrawn before a notice was sent, and stopped afterwards', () => {
  expect(stateOf({ waiting: 2 }, '2031-01-10', 0, true)).toBe('withdrawn')
  expect(stateOf({ charged: 1 }, '2031-02-10', 1, true)).toBe('stopped')
})

test('subscriptions that are left out are not counted as affected', () => {
  expect(affectedCount(new Map([['waiting', 2], ['agreed-later', 5], ['charged', 1], ['ended', 1]]))).toBe(3) // prettier-ignore
})

const counts: PreviewedCounts = {
  plan_code: 'syn-rf',
  currency: 'USD',
  affected: 5,
  late: 0,
  pays_as_much: 1,
  without_order: 0,
  without_address: 0,
  orders_cents: 24995,
}

test('changes since the preview are listed in sentences', () => {
  expect(changedCounts([counts], [counts])).toEqual([])
  expect(changedCounts([counts], [{ ...counts, affected: 6, orders_cents: 29994 }])).toEqual([
    'syn-rf: 6 subscriptions are affected, and 5 in the preview.',
  ])
  expect(changedCounts([counts], [{ ...counts, late: 2 }])[0]).toContain('too late')
  expect(changedCounts([counts], [{ ...counts, orders_cents: 1 }])[0]).toContain('what members pay today')
  expect(changedCounts([], [counts])).toEqual(['syn-rf was not previewed in USD.'])
})
