import { expect, test } from 'vitest'
import { lastSendDay, nextOfAwaited } from './return-expiry.ts'

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
const policy = { expires_after_days: 30, remind_days_before: 7 }
const expiresOn = lastSendDay(day('2031-01-06'), policy)

test.for([
  ['2031-01-28', false, 'wait'],
  ['2031-01-29', false, 'remind'],
  ['2031-01-29', true, 'wait'],
  // A shop that was closed reminds late, but once.
  ['2031-02-05', false, 'remind'],
  ['2031-02-05', true, 'wait'],
  ['2031-02-06', true, 'expire'],
  ['2031-02-06', false, 'expire'],
] as const)('on %s, reminded before: %s, it is time to %s', ([today, isReminded, next]) => {
  expect(expiresOn.toString()).toBe('2031-02-05')
  expect(nextOfAwaited({ expiresOn, isReminded, isUnderWay: false }, day(today), policy)).toBe(next)
  expect(nextOfAwaited({ expiresOn, isReminded, isUnderWay: true }, day(today), policy)).toBe('wait')
})
