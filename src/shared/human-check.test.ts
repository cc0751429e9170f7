import { expect, test } from 'vitest'
import { isFormTimely, isPassOpen } from './human-check.ts'

const at = Temporal.Instant.from('2026-11-20T10:00:00Z')

test('a form is accepted from two seconds to a day after it was shown', () => {
  expect(isFormTimely(at, at)).toBe(false)
  expect(isFormTimely(at, at.add({ milliseconds: 1999 }))).toBe(false)
  expect(isFormTimely(at, at.add({ seconds: 2 }))).toBe(true)
  expect(isFormTimely(at, at.add({ hours: 24 }))).toBe(true)
  expect(isFormTimely(at, at.add({ hours: 24, seconds: 1 }))).toBe(false)
})

test('a passed check is valid for ten minutes, and not before it was passed', () => {
  expect(isPassOpen(at, at)).toBe(true)
  expect(isPassOpen(at, at.add({ minutes: 10 }))).toBe(true)
  expect(isPassOpen(at, at.add({ minutes: 10, seconds: 1 }))).toBe(false)
  expect(isPassOpen(at, at.subtract({ seconds: 1 }))).toBe(false)
})
