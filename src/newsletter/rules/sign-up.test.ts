import { expect, test } from 'vitest'
import { needsConfirmation } from './opt-in.ts'
import { decideConfirmation, decideSignUp } from './sign-up.ts'

const at = Temporal.Instant.from('2026-11-20T10:00:00Z')
const later = (duration: Temporal.DurationLike): Temporal.Instant => at.add(duration)

test('one entry is enough in the home market, and is confirmed where the law asks for it', () => {
  expect(needsConfirmation('US')).toBe(false)
  expect(needsConfirmation('DE')).toBe(true)
  expect(decideSignUp(null, 'US', at)).toEqual({ state: 'subscribed', act: 'joined' })
  expect(decideSignUp(null, 'DE', at)).toEqual({ state: 'asked', act: 'asked' })
})

test('a subscribed address stays as it is', () => {
  expect(decideSignUp({ state: 'subscribed', askedAt: at }, 'DE', later({ hours: 100 }))).toBe(null)
})

test('an address that was asked is asked again after an hour, from whichever country', () => {
  const asked = { state: 'asked', askedAt: at } as const
  expect(decideSignUp(asked, 'DE', later({ minutes: 59 }))).toBe(null)
  expect(decideSignUp(asked, 'US', later({ minutes: 60 }))).toEqual({ state: 'asked', act: 'asked' })
})

test('an address that left has to confirm, even where one entry is enough', () => {
  const left = { state: 'unsubscribed', askedAt: at } as const
  expect(decideSignUp(left, 'US', later({ minutes: 1 }))).toEqual({ state: 'asked', act: 'asked' })
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
