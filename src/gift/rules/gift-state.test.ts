import { expect, test } from 'vitest'
import { giftState, isAllowedForGiver } from './gift-state.ts'

test.each([
  ['placed', false, false, 'future'],
  ['placed', true, false, 'sent'],
  ['placed', true, true, 'claimed'],
  ['shipped', true, true, 'shipped'],
  ['canceled', false, false, 'canceled'],
  ['canceled', true, false, 'canceled'],
] as const)('an order that is %s, mailed %s, claimed %s: %s', (orderState, isSent, isClaimed, state) => {
  expect(giftState({ orderState, isRefunded: false, isSent, isClaimed })).toBe(state)
})

test.each([
  ['placed', false, 'canceled'],
  ['placed', true, 'canceled'],
  ['shipped', true, 'shipped'],
] as const)(
  'all its money went back while its order is %s, claimed %s: %s',
  (orderState, isClaimed, state) => {
    expect(giftState({ orderState, isRefunded: true, isSent: true, isClaimed })).toBe(state)
  },
)

test.each([
  ['future', true, true, false],
  ['sent', true, false, true],
  ['claimed', false, false, false],
  ['shipped', false, false, false],
  ['canceled', false, false, false],
] as const)('while %s: another e-mail %s, another day %s, again %s', (state, email, day, again) => {
  expect([
    isAllowedForGiver('changeEmail', state),
    isAllowedForGiver('changeDay', state),
    isAllowedForGiver('resend', state),
  ]).toEqual([email, day, again])
})
