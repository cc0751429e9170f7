import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { linkedText } from './linked-text.ts'

test.each([
  [
    'Set it here: https://loam.example/set-password?token=a_b-c.',
    'https://loam.example/set-password?token=a_b-c',
  ],
  [
    'Go to your subscriptions (http://localhost:3000/account/subscriptions).',
    'http://localhost:3000/account/subscriptions',
  ],
  ['https://loam.example', 'https://loam.example'],
])('an address is linked without the surrounding punctuation: %s', (text, href) => {
  expect(linkedText(text).flatMap((part) => part.href ?? [])).toEqual([href])
})

test('only web addresses are linked', () => {
  expect(linkedText('javascript:alert(1) mailto:hello@loam.example').every(({ href }) => href === null)).toBe(
    true,
  )
})

test('the parts joined together are the original text', () => {
  const textParts = fc.array(fc.constantFrom('https://a.example/x', ' ', '.', 'word', ')', '\n', 'http://'), {
    maxLength: 12,
  })
  assertProperty(
    fc.property(textParts, (parts) => {
      const text = parts.join('')
      expect(
        linkedText(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
