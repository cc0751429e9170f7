import { expect, test } from 'vitest'
import { flagsOf } from './review-flags.ts'

const flags = (text: string) => flagsOf({ title: 'Six weeks', text, name: 'Mara I.' }, () => false)

test.each([
  'This cured my IBS within days.',
  'My doctor took me off my medication',
  'No more YEAST infections!',
  'It treats acid reflux better than anything',
])('%s is a claim about health', (text) => {
  expect(flags(text)).toContain('health-claim')
})

test.each([
  'Easy on the stomach, and regular as a clock.',
  'I like the jar, the lid sticks a little.',
  'Didn’t notice a difference. Two stars for the box.',
  'A real treat for breakfast is what it is not, but it goes down well.',
])('%s is none, or stays for somebody to read', (text) => {
  expect(flags(text).filter((flag) => flag !== 'health-claim')).toEqual([])
})

test.each([
  'Write me at mara@example.com',
  'Cheaper at https://example.com/jar',
  'Get it from cheapjars.shop',
  'Call +1 (503) 555-0142',
])('%s has details of a contact', (text) => {
  expect(flags(text)).toContain('contact-details')
})

test('60 capsules for 49.99 on 2031-01-06 are no number to call', () => {
  expect(flags('60 capsules for 49.99, arrived after 5 days.')).toEqual([])
})

test('title and name are read too, and words are asked of the language’s list', () => {
  const review = { title: 'see www.jars.example', text: 'I like it a lot.', name: 'damn M.' }
  expect(flagsOf(review, (text) => text.includes('damn'))).toEqual(['profanity', 'contact-details'])
})
