import { expect, test } from 'vitest'
import { standingAt, standingHistory } from './standing-history.ts'
import type { Standing, StandingRecords } from './standing-history.ts'

const day = (text: string): Temporal.Instant => Temporal.Instant.from(`${text}T12:00:00Z`)

const one: Standing = {
  state: 'active',
  planCode: 'syn-rf',
  quantity: 1,
  unitPriceCents: 4999,
  intervalMonths: 1,
}
const two = { ...one, quantity: 2 }

const untouched: StandingRecords = { startedAt: day('2031-01-10'), changes: [], settledAt: [], now: one }

const life = (records: Partial<StandingRecords>) =>
  standingHistory({ ...untouched, ...records }).map(({ at, to }) => [
    at.toString().slice(0, 10),
    to.state,
    to.quantity,
    to.unitPriceCents,
  ])

test('a subscription that nobody touched has stood as it stands', () => {
  expect(life({})).toEqual([['2031-01-10', 'active', 1, 4999]])
})

test('a change that was taken back is two turns', () => {
  const changes = [{ at: day('2031-02-01'), undoneAt: day('2031-02-02'), before: one, after: two }]
  expect(life({ changes })).toEqual([
    ['2031-01-10', 'active', 1, 4999],
    ['2031-02-01', 'active', 2, 4999],
    ['2031-02-02', 'active', 1, 4999],
  ])
})

test('a failed end is dated by the cycle that was settled last', () => {
  const settledAt = [day('2031-02-10'), day('2031-03-10')]
  expect(life({ settledAt, now: { ...one, state: 'failed' } })).toEqual([
    ['2031-01-10', 'active', 1, 4999],
    ['2031-03-10', 'failed', 1, 4999],
  ])
})

test('an end between two changes is found, and the start was no end', () => {
  const failed: Standing = { ...one, state: 'failed' }
  const changes = [{ at: day('2031-04-01'), undoneAt: null, before: failed, after: one }]
  const settledAt = [day('2031-02-10'), day('2031-03-10'), day('2031-05-10')]
  expect(life({ changes, settledAt })).toEqual([
    ['2031-01-10', 'active', 1, 4999],
    ['2031-03-10', 'failed', 1, 4999],
    ['2031-04-01', 'active', 1, 4999],
  ])
})

test('a price that became due with a renewal after a change is a turn of that day', () => {
  const changes = [{ at: day('2031-02-01'), undoneAt: null, before: one, after: two }]
  const settledAt = [day('2031-01-20'), day('2031-02-10')]
  expect(life({ changes, settledAt, now: { ...two, unitPriceCents: 5299 } })).toEqual([
    ['2031-01-10', 'active', 1, 4999],
    ['2031-02-01', 'active', 2, 4999],
    ['2031-02-10', 'active', 2, 5299],
  ])
})

test('before its start a subscription stood in no way, from then on as its latest turn says', () => {
  const changes = [{ at: day('2031-02-10'), undoneAt: null, before: one, after: two }]
  const history = standingHistory({ ...untouched, changes, now: two })
  expect(standingAt(history, day('2031-01-09'))).toBeNull()
  expect(standingAt(history, day('2031-02-09'))?.quantity).toBe(1)
  expect(standingAt(history, day('2031-02-10'))?.quantity).toBe(2)
})
