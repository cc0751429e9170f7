import { expect, test } from 'vitest'
import { asked, day, held } from '../../../test/support/steering-cases.ts'
import type { Change } from './change.ts'
import { decideChange } from './decide-change.ts'
import { dueOn } from './steering.ts'
import type { Steering } from './steering.ts'
import { isPrepaidOn, termAfter, termFrom } from './term.ts'
import type { Term } from './term.ts'

/** Three months paid on 6 January 2031: until 5 April. */
const prepaid = held({
  planCode: 'syn-rf-3mo',
  unitPriceCents: 13_497,
  intervalMonths: 3,
  anchorOn: '2031-01-06',
  nextAttemptOn: '2031-04-06',
})
const term = termFrom(day('2031-01-06'), day('2031-04-06'), { cycle: 0, months: 3 })

/** The subscription and its term after changes, each on its day. */
const after = (changes: readonly (readonly [on: string, change: Change])[]) =>
  changes.reduce(
    (held: { readonly steering: Steering; readonly term: Term }, [on, change]) => {
      const { next } = decideChange(asked(held.steering, { today: day(on) }), change)
      return { steering: next, term: termAfter(held.term, held.steering, next) }
    },
    { steering: prepaid, term },
  )

test('a term lasts until the day before the order after it', () => {
  expect(term).toMatchObject({ firstOn: '2031-01-06', lastOn: '2031-04-05', state: 'running' })
  expect(isPrepaidOn(term, day('2031-04-05'))).toBe(true)
  expect(isPrepaidOn(term, day('2031-04-06'))).toBe(false)
})

test('pauses stop its clock, twice in a row too, and it ends the day before the next order', () => {
  const paused = after([['2031-02-05', { action: 'pause' }]])
  expect(paused.term).toMatchObject({ state: 'paused', lastOn: '2031-04-05' })
  expect(isPrepaidOn(paused.term, day('2032-01-01'))).toBe(true)
  const twice = after([
    ['2031-02-05', { action: 'pause' }],
    // 60 days were left: from 6 March on they reach to 4 May.
    ['2031-03-06', { action: 'resume' }],
    ['2031-03-07', { action: 'pause' }],
    // A day of them is used: 59 from 1 May on reach to 28 June.
    ['2031-05-01', { action: 'resume' }],
  ])
  expect(twice.term).toMatchObject({ state: 'running', lastOn: '2031-06-28' })
  expect(dueOn(twice.steering).toString()).toBe('2031-06-29')
})

test('undoing a resumption gives the term its old days back, and pauses it again', () => {
  const paused = after([['2031-02-05', { action: 'pause' }]])
  const resumed = after([
    ['2031-02-05', { action: 'pause' }],
    ['2031-03-06', { action: 'resume' }],
  ])
  expect(termAfter(resumed.term, resumed.steering, paused.steering)).toEqual(paused.term)
  expect(termAfter(paused.term, paused.steering, prepaid)).toEqual(term)
})

test('a skipped or moved order, another plan, and a cancellation leave what is paid for as it is', () => {
  for (const change of [
    { action: 'skip' },
    { action: 'move', on: '2031-03-20' },
    { action: 'swap', plan_code: 'vs-rf' },
    { action: 'cancel' },
  ] satisfies Change[])
    expect(after([['2031-02-05', change]]).term).toEqual(term)
})

test('a pause after the term, and one whose order went back, move nothing', () => {
  const skipped = decideChange(asked(prepaid, { today: day('2031-04-01') }), { action: 'skip' }).next
  const paused = decideChange(asked(skipped, { today: day('2031-05-01') }), { action: 'pause' }).next
  expect(termAfter(term, skipped, paused)).toEqual(term)
  const given = { ...term, state: 'refunded' } as const
  expect(termAfter(given, prepaid, paused)).toEqual(given)
  expect(isPrepaidOn(given, day('2031-02-01'))).toBe(false)
})
