import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Jurisdictions, windowFor } from './jurisdiction.ts'
import type { NoticeKind, Place } from './jurisdiction.ts'

const text = readFileSync(join(import.meta.dirname, '../../../../content/jurisdictions.json'), 'utf8')
const file: unknown = JSON.parse(text)
const places = Jurisdictions.parse(file)

const oregon: Place = { country: 'US', region: 'OR' }
const california: Place = { country: 'US', region: 'CA' }
const newYork: Place = { country: 'US', region: 'NY' }
const massachusetts: Place = { country: 'US', region: 'MA' }
const germany: Place = { country: 'DE', region: '' }
const britain: Place = { country: 'GB', region: '' }

const cases: readonly (readonly [
  rule: string,
  place: Place,
  kind: NoticeKind,
  months: number,
  from: number,
  to: number,
])[] = [
  ['shop-renewal', oregon, 'renewal', 3, 21, 3],
  ['shop-reminder', oregon, 'reminder', 1, 3, 1],
  ['shop-yearly', oregon, 'regular', 1, 30, 7],
  ['shop-price', oregon, 'price-increase', 1, 60, 14],
  ['shop-promotion', oregon, 'promotion-end', 1, 21, 3],
  ['shop-price-unchanged', oregon, 'price-unchanged', 1, 366, 0],
  ['us-rosca', oregon, 'renewal', 3, 21, 3],
  ['ma-renewal', massachusetts, 'renewal', 3, 21, 5],
  ['ca-price', california, 'price-increase', 1, 30, 14],
  ['ny-price', newYork, 'price-increase', 1, 30, 14],
  ['eu-price', germany, 'price-increase', 1, 60, 30],
  ['gb-price', britain, 'price-increase', 1, 60, 30],
  ['ca-promotion', california, 'promotion-end', 1, 21, 3],
  ['ca-yearly', california, 'regular', 1, 30, 7],
  ['gb-reminder', britain, 'regular', 1, 30, 7],
  ['shop-card', oregon, 'card-expiry', 1, 30, 7],
]

test.each(cases)(
  'the rule %s is met within the time window of the place',
  (rule, place, kind, months, from, to) => {
    const window = windowFor(places, place, kind, months)
    expect(window).toMatchObject({ fromDays: from, toDays: to })
    expect(window?.rules.map(({ id }) => id)).toContain(rule)
  },
)

test('notices required for long terms are not sent for a monthly plan, which has the shop’s reminder', () => {
  expect(windowFor(places, oregon, 'renewal', 1)).toBeNull()
})

const yearTerms = [
  ['ca-year-term', california],
  ['ny-year-term', newYork],
] as const

test.each(yearTerms)('%s: for terms of a year the reminder is sent earlier', (rule, place) => {
  const law = places.filter(({ id }) => id !== 'shop')
  const window = windowFor(law, place, 'renewal', 12)
  expect(window).toMatchObject({ fromDays: 45, toDays: 15 })
  expect(window?.rules.map(({ id }) => id)).toContain(rule)
})

test('every rule of the file is named by a test', () => {
  const rules = places.flatMap((place) => place.rules.map(({ id }) => id))
  const named = [...cases.map(([rule]) => rule), ...yearTerms.map(([rule]) => rule)]
  expect(rules.toSorted()).toEqual(named.toSorted())
})

test('gb-reminder is sent every six months in Great Britain, and yearly elsewhere', () => {
  expect(windowFor(places, britain, 'regular', 1)?.everyMonths).toBe(6)
  expect(windowFor(places, california, 'regular', 1)?.everyMonths).toBe(12)
})

test('a file whose rules contradict each other is refused', () => {
  const late = { id: 'x', source: 'x', kind: 'price-increase', from_days: 5, to_days: 2, text: 'x' }
  const place = { id: 'xx', name: 'X', countries: ['XX'], regions: [], rules: [late] }
  const read = Jurisdictions.safeParse({ jurisdictions: [...places, place] })
  expect(read.error?.issues[0]?.message).toBe('xx: no day is left for the notice price-increase')
  expect(
    Jurisdictions.safeParse({ jurisdictions: [{ ...place, rules: [{ ...late, to_days: null }] }] }).success,
  ).toBe(false)
})
