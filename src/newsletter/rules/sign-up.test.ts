import { expect, test } from 'vitest'
import { decideConfirmation, decideSignUp } from './sign-up.ts'

const at = Temporal.Instant.from('2026-11-20T10:00:00Z')
const later = (duration: Temporal.DurationLike): Temporal.Instant => at.add(duration)

const join = { state: 'subscribed', act: 'joined' }
const ask = { state: 'asked', act: 'asked' }

test('one entry is enough by the signed-in owner of the mailbox, and by nobody else', () => {
  for (const known of [
    null,
    { state: 'asked', askedAt: at },
    { state: 'unsubscribed', askedAt: at },
  ] as const)
    expect(decideSignUp(known, true, later({ minutes: 1 }))).toEqual(join)
  expect(decideSignUp(null, false, at)).toEqual(ask)
})

test('a subscribed address stays as it is', () => {
  for (const isOwners of [true, false])
    expect(decideSignUp({ state: 'subscribed', askedAt: at }, isOwners, later({ hours: 100 }))).toBe(null)
})

test('an address that was asked is asked again after an hour', () => {
  const asked = { state: 'asked', askedAt: at } as const
  expect(decideSignUp(asked, false, later({ minutes: 59 }))).toBe(null)
  expect(decideSignUp(asked, false, later({ minutes: 60 }))).toEqual(ask)
})

test('an address that left is asked at once when somebody else enters it', () => {
  const left = { state: 'unsubscribed', askedAt: at } as const
  expect(decideSignUp(left, false, later({ minutes: 1 }))).toEqual(ask)
})

test('a link confirms for a week, once or more, and not after the address was asked anew or left', () => {
  const asked = { state: 'asked', askedAt: at } as const
  expect(decideConfirmation(asked, at, later({ hours: 167 }))).toBe('confirm')
  expect(decideConfirmation(asked, at, later({ hours: 168 }))).toBe('expired')
  expect(decideConfirmation({ ...asked, askedAt: later({ hours: 1 }) }, at, later({ hours: 2 }))).toBe(
    'expired',
  )
  expect(decideConfirmation({ ...asked, state: 'subscribed' }, at, later({ hours: 1 }))).toBe('done')
  expect(decideConfirmation({ ...asked, state: 'unsubscribed' }, at, later({ hours: 1 }))).toBe('expired')
  expect(decideConfirmation(null, at, at)).toBe('expired')
})
