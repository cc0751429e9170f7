import { expect, test } from 'vitest'
import { decideConfirmation, decideSignUp } from './sign-up.ts'

const at = Temporal.Instant.from('2026-11-20T10:00:00Z')
const later = (duration: Temporal.DurationLike): Temporal.Instant => at.add(duration)

const joined = { state: 'subscribed', action: 'joined' }
const requested = { state: 'pending', action: 'requested' }

test('an entry by the signed-in owner of the mailbox needs no confirmation, and any other entry does', () => {
  for (const existing of [
    null,
    { state: 'pending', requestedAt: at },
    { state: 'unsubscribed', requestedAt: at },
  ] as const)
    expect(decideSignUp(existing, true, later({ minutes: 1 }))).toEqual(joined)
  expect(decideSignUp(null, false, at)).toEqual(requested)
})

test('a subscribed address stays as it is', () => {
  for (const isOwnMailbox of [true, false])
    expect(decideSignUp({ state: 'subscribed', requestedAt: at }, isOwnMailbox, later({ hours: 100 }))).toBe(
      null,
    )
})

test('an unconfirmed address gets another confirmation mail after an hour', () => {
  const pending = { state: 'pending', requestedAt: at } as const
  expect(decideSignUp(pending, false, later({ minutes: 59 }))).toBe(null)
  expect(decideSignUp(pending, false, later({ minutes: 60 }))).toEqual(requested)
})

test('an unsubscribed address gets a confirmation mail at once when entered again', () => {
  const unsubscribed = { state: 'unsubscribed', requestedAt: at } as const
  expect(decideSignUp(unsubscribed, false, later({ minutes: 1 }))).toEqual(requested)
})

test('a link confirms for a week, also repeatedly, but not after a newer request or an unsubscribe', () => {
  const pending = { state: 'pending', requestedAt: at } as const
  expect(decideConfirmation(pending, at, later({ hours: 167 }))).toBe('confirm')
  expect(decideConfirmation(pending, at, later({ hours: 168 }))).toBe('expired')
  expect(decideConfirmation({ ...pending, requestedAt: later({ hours: 1 }) }, at, later({ hours: 2 }))).toBe(
    'expired',
  )
  expect(decideConfirmation({ ...pending, state: 'subscribed' }, at, later({ hours: 1 }))).toBe('done')
  expect(decideConfirmation({ ...pending, state: 'unsubscribed' }, at, later({ hours: 1 }))).toBe('expired')
  expect(decideConfirmation(null, at, at)).toBe('expired')
})
