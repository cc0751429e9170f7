import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../test/support/property.ts'
import { cutText } from './cut-text.ts'

test('short text stays, and a character of two code units is kept whole or left out', () => {
  expect(cutText('jar', 3)).toBe('jar')
  expect(cutText('jars', 3)).toBe('jar')
  expect(cutText('ab🫙', 4)).toBe('ab🫙')
  expect(cutText('ab🫙', 3)).toBe('ab')
})

test('cut text is valid text of the longest permitted length', () => {
  assertProperty(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(40), (text, most) => {
      const cut = cutText(text, most)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.isWellFormed()).toBe(true)
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1)
    }),
  )
})
