import { expect, test } from 'vitest'
import { newChangeFacts, day, newTerms } from '../../../../test/support/terms-cases.ts'
import type { Change } from '#subscription/change/rules/change.ts'
import { decideChange } from '#subscription/change/rules/decide-change.ts'
import { dueOn } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { isPrepaidOn, prepaidTermAfter, prepaidTermFrom } from './prepaid-term.ts'
import type { PrepaidTerm } from './prepaid-term.ts'

/** Three months paid on January 6, 2031: until April 5. */
const prepaid = newTerms({
  planCode: 'syn-rf-3mo',
  unitPriceCents: 13_497,
  intervalMonths: 3,
  anchorOn: '2031-01-06',
  nextAttemptOn: '2031-04-06',
})
const prepaidTerm = prepaidTermFrom(day('2031-01-06'), day('2031-04-06'), { cycle: 0, months: 3 })

/** The subscription and its term after changes, each on its day. */
const after = (changes: readonly (readonly [on: string, change: Change])[]) =>
  changes.reduce(
    (held: { readonly terms: SubscriptionTerms; readonly prepaidTerm: PrepaidTerm }, [on, change]) => {
      const { next } = decideChange(newChangeFacts(held.terms, { today: day(on) }), change)
      return { terms: next, prepaidTerm: prepaidTermAfter(held.prepaidTerm, held.terms, next) }
    },
    { terms: prepaid, prepaidTerm },
  )

test('a prepaid term lasts until the day before the next order', () => {
  expect(prepaidTerm).toMatchObject({ firstOn: '2031-01-06', lastOn: '2031-04-05', state: 'running' })
  expect(isPrepaidOn(prepaidTerm, day('2031-04-05'))).toBe(true)
  expect(isPrepaidOn(prepaidTerm, day('2031-04-06'))).toBe(false)
})

test('a pause stops the term, also twice in a row, and the term ends the day before the next order', () => {
  const paused = after([['2031-02-05', { action: 'pause' }]])
  expect(paused.prepaidTerm).toMatchObject({ state: 'paused', lastOn: '2031-04-05' })
  expect(isPrepaidOn(paused.prepaidTerm, day('2032-01-01'))).toBe(true)
  const twice = after([
    ['2031-02-05', { action: 'pause' }],
    // 60 days remained: from March 6 on they last until May 4.
    ['2031-03-06', { action: 'resume' }],
    ['2031-03-07', { action: 'pause' }],
    // One of these days is used: 59 from May 1 on last until June 28.
    ['2031-05-01', { action: 'resume' }],
  ])
  expect(twice.prepaidTerm).toMatchObject({ state: 'running', lastOn: '2031-06-28' })
  expect(dueOn(twice.terms).toString()).toBe('2031-06-29')
})

test('undoing a resume restores the old days of the term, and pauses it again', () => {
  const paused = after([['2031-02-05', { action: 'pause' }]])
  const resumed = after([
    ['2031-02-05', { action: 'pause' }],
    ['2031-03-06', { action: 'resume' }],
  ])
  expect(prepaidTermAfter(resumed.prepaidTerm, resumed.terms, paused.terms)).toEqual(paused.prepaidTerm)
  expect(prepaidTermAfter(paused.prepaidTerm, paused.terms, prepaid)).toEqual(prepaidTerm)
})

test('a skipped or moved order, another plan and a cancellation keep the prepaid term', () => {
  for (const change of [
    { action: 'skip' },
    { action: 'move', on: '2031-03-20' },
    { action: 'swap', plan_code: 'vs-rf' },
    { action: 'cancel' },
  ] satisfies Change[])
    expect(after([['2031-02-05', change]]).prepaidTerm).toEqual(prepaidTerm)
})

test('a pause after the term, and a pause of a term whose order was refunded, change nothing', () => {
  const skipped = decideChange(newChangeFacts(prepaid, { today: day('2031-04-01') }), { action: 'skip' }).next
  const paused = decideChange(newChangeFacts(skipped, { today: day('2031-05-01') }), { action: 'pause' }).next
  expect(prepaidTermAfter(prepaidTerm, skipped, paused)).toEqual(prepaidTerm)
  const given = { ...prepaidTerm, state: 'refunded' } as const
  expect(prepaidTermAfter(given, prepaid, paused)).toEqual(given)
  expect(isPrepaidOn(given, day('2031-02-01'))).toBe(false)
})
