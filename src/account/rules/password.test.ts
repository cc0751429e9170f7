import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import {
  commonPasswords,
  longestPassword,
  normalizedPassword,
  passwordRefusal,
  shortestPassword,
} from './password.ts'

const tooShort = 'Password must be at least 6 characters long.'
const tooCommon = 'This password is too common. Please choose another.'

test.each([
  ['', tooShort],
  ['ab3$x', tooShort],
  ['tulip5', null],
  ['five words of plain soil', null],
  ['     x', null],
  ['123456', tooCommon],
  ['Password1', tooCommon],
  ['qwertyuiop', tooCommon],
  ['zzzzzzzz', tooCommon],
  ['Loam1234', tooCommon],
  ['eyphed', tooCommon],
  ['bulldawg', tooCommon],
  ['1q2w3e4r5t', tooCommon],
  ['x'.repeat(longestPassword + 1), 'Password must be at most 200 characters long.'],
  ['ab'.repeat(longestPassword / 2), null],
])('spec §5, ruling 20: %j → %s', (password, expected) => {
  expect(passwordRefusal(password, shortestPassword)).toBe(expected)
})

test('an operator can raise the minimum length, and the error names the new length', () => {
  expect(passwordRefusal('tulip5', 10)).toBe('Password must be at least 10 characters long.')
  expect(passwordRefusal('tulip5tulip5', 10)).toBe(null)
})

test('a character outside the basic plane counts once', () => {
  expect(passwordRefusal('🌱🌿🌾🍄🪴', shortestPassword)).toBe(tooShort)
  expect(passwordRefusal('🌱🌿🌾🍄🪴🪱', shortestPassword)).toBe(null)
})

test('the same letters typed on another keyboard are the same password', () => {
  expect(normalizedPassword('Jose\u0301-tulip')).toBe(normalizedPassword('Jos\u00e9-tulip'))
})

test('ASVS 6.2.4: the list is longer than the 3,000 that it asks for', () => {
  expect(commonPasswords.size).toBeGreaterThan(6000)
})

test('the list contains only lower-case passwords that pass the length rule', () => {
  for (const word of commonPasswords) {
    expect(word.length).toBeGreaterThanOrEqual(shortestPassword)
    expect(word).toBe(word.toLowerCase())
  }
})

test('a common password is refused in upper and lower case', () => {
  assertProperty(
    fc.property(fc.constantFrom(...commonPasswords), fc.infiniteStream(fc.boolean()), (word, upper) => {
      const entered = Array.from(word, (letter) => (upper.next().value ? letter.toUpperCase() : letter)).join(
        '',
      )
      return passwordRefusal(entered, shortestPassword) === tooCommon
    }),
  )
})
