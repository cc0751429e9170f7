import { expect, test } from 'vitest'
import { isReminderDue, type ReminderCandidate } from './cart-reminder.ts'

const now = Temporal.Instant.from('2031-01-20T12:00:00Z')
const daysAgo = (days: number): Temporal.Instant => now.subtract({ hours: 24 * days })

const candidate: ReminderCandidate = { isSubscribed: true, remindedAt: null, hasOrderedSince: false }

test.each<[string, ReminderCandidate, boolean]>([
  ['who asked for letters', candidate, true],
  ['who did not', { ...candidate, isSubscribed: false }, false],
  ['who bought meanwhile', { ...candidate, hasOrderedSince: true }, false],
  ['who was reminded 13 days ago', { ...candidate, remindedAt: daysAgo(13) }, false],
  ['who was reminded 14 days ago', { ...candidate, remindedAt: daysAgo(14) }, true],
])('%s: a reminder is sent: %s', (_who, tested, expected) => {
  expect(isReminderDue(tested, now)).toBe(expected)
})
