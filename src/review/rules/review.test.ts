import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { ratingOf, flagsOf, productsToAskAbout } from './review.ts'

test('a product without reviews has no average', () => {
  expect(ratingOf([])).toEqual({
    count: 0,
    average: null,
    stars: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: 0 })),
  })
})

test.each([
  [[5], '5.0'],
  [[4, 5], '4.5'],
  // 4.25 and 4.35: half up.
  [[4, 4, 4, 5], '4.3'],
  [[1, 5, 5], '3.7'],
  [[1, 2, 2], '1.7'],
])('%j has the average %s', (given, average) => {
  const counts = Map.groupBy(given, (stars) => stars)
  expect(ratingOf([...counts].map(([stars, all]) => ({ stars, count: all.length }))).average).toBe(average)
})

test('the average is within 0.05 of the exact value, and between the lowest and the highest rating', () => {
  assertProperty(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 50 }), (given) => {
      const counts = Map.groupBy(given, (stars) => stars)
      const { average, count } = ratingOf([...counts].map(([stars, all]) => ({ stars, count: all.length })))
      const exact = given.reduce((sum, stars) => sum + stars, 0) / given.length
      expect(count).toBe(given.length)
      expect(Math.abs(Number(average) - exact)).toBeLessThanOrEqual(0.05 + 1e-9)
      expect(Number(average)).toBeGreaterThanOrEqual(Math.min(...given))
      expect(Number(average)).toBeLessThanOrEqual(Math.max(...given))
    }),
  )
})

const flags = (text: string) => flagsOf({ title: 'Six weeks', text, name: 'Mara I.' }, () => false)

test.each([
  'This cured my IBS within days.',
  'My doctor took me off my medication',
  'No more YEAST infections!',
  'It treats acid reflux better than anything',
])('%s is found as a health claim', (text) => {
  expect(flags(text)).toContain('health-claim')
})

test.each([
  'Easy on the stomach, and regular as a clock.',
  'I like the jar, the lid sticks a little.',
  'Didn’t notice a difference. Two stars for the box.',
  'A real treat for breakfast is what it is not, but it goes down well.',
])('%s is not a health claim, or is left to a moderator', (text) => {
  expect(flags(text).filter((flag) => flag !== 'health-claim')).toEqual([])
})

test.each([
  'Write me at mara@example.com',
  'Cheaper at https://example.com/jar',
  'Get it from cheapjars.shop',
  'Call +1 (503) 555-0142',
])('%s contains contact details', (text) => {
  expect(flags(text)).toContain('contact-details')
})

test('60 capsules for 49.99 on 2031-01-06 are not read as a phone number', () => {
  expect(flags('60 capsules for 49.99, arrived after 5 days.')).toEqual([])
})

test('title and name are checked too, with the word list of the language', () => {
  const review = { title: 'see www.jars.example', text: 'I like it a lot.', name: 'damn M.' }
  expect(flagsOf(review, (text) => text.includes('damn'))).toEqual(['profanity', 'contact-details'])
})

const facts = { delivered: ['ds-01', 'vs-01'], hadTrouble: false, isWanted: true, reviewed: [] } as const

test('a buyer is asked about delivered products that they have not reviewed', () => {
  expect(productsToAskAbout(facts)).toEqual(['ds-01', 'vs-01'])
  expect(productsToAskAbout({ ...facts, reviewed: ['ds-01'] })).toEqual(['vs-01'])
})

test('a buyer who opted out, or whose order was returned or had a problem, is not asked', () => {
  expect(productsToAskAbout({ ...facts, isWanted: false })).toEqual([])
  expect(productsToAskAbout({ ...facts, hadTrouble: true })).toEqual([])
})
