import { expect, test } from 'vitest'
import { MomentPlace, Month, PostingPlace, daysOfMonth, monthsAround } from './finance-filter.ts'

const id = '0199f3a2-0000-7000-8000-000000000001'

test('the days of a month end with its last day, also in December', () => {
  const { from, to } = daysOfMonth('2026-12')
  expect([from.toString(), to.toString()]).toEqual(['2026-12-01', '2027-01-01'])
})

test('no month after the current one is offered', () => {
  expect(monthsAround('2026-11', '2026-11-30')).toEqual({ earlier: '2026-10', later: null })
  expect(monthsAround('2026-10', '2026-11-01')).toEqual({ earlier: '2026-09', later: '2026-11' })
})

test.each(['2026-13', '26-11', '2026-1', '0001-01', ''])('%j is not a valid month', (text) => {
  expect(Month.safeParse(text).success).toBe(false)
})

test('a list cursor names a row that can exist', () => {
  expect(PostingPlace.parse(`2026-11-23~${id}~4`)).toEqual({ day: '2026-11-23', journal: id, position: 4 })
  expect(MomentPlace.parse(`2026-11-23T10:00:00Z~${id}`)).toEqual({ at: '2026-11-23T10:00:00Z', id })
  for (const text of [`2026-02-30~${id}~4`, `2026-11-23~${id}`, `2026-11-23~x~1`, `2026-11-23~${id}~99999`])
    expect(PostingPlace.safeParse(text).success).toBe(false)
  for (const text of [`2026-11-23~${id}`, `2026-11-23T99:00:00Z~${id}`, '2026-11-23T10:00:00Z~1'])
    expect(MomentPlace.safeParse(text).success).toBe(false)
})
