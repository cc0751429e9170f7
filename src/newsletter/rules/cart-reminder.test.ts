import { expect, test } from 'vitest'
import { isReminded, type Leaver } from './cart-reminder.ts'

const now = Temporal.Instant.from('2031-01-20T12:00:00Z')
const daysAgo = (days: number): Temporal.Instant => now.subtract({ hours: 24 * days })

const left: Leaver = { isSubscribed: true, remindedAt: null, hasOrderedSince: false }

test.each<[string, Leaver, boolean]>([
  ['who asked for letters', left, true],
  ['who did not', { ...left, isSubscribed: false }, false],
  ['who bought meanwhile', { ...left, hasOrderedSince: true }, false],
  ['who was reminded 13 days ago', { ...left, remindedAt: daysAgo(13) }, false],
  ['who was reminded 14 days ago', { ...left, remindedAt: daysAgo(14) }, true],
])('%s: reminded %s', (_who, leaver, expected) => {
  expect(isReminded(leaver, now)).toBe(expected)
})
