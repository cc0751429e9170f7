import { expect, test } from 'vitest'
import { declineKindOf } from './card-decline.ts'

test.each([
  ['insufficient_funds', 'soft'],
  ['generic_decline', 'soft'],
  ['authentication_required', 'soft'],
  ['a reason nobody has heard of', 'soft'],
  ['stolen_card', 'hard'],
  ['lost_card', 'hard'],
  ['revocation_of_authorization', 'hard'],
  ['expired_card', 'expired'],
])('the reason %s is %s', (reason, kind) => {
  expect(declineKindOf(reason)).toBe(kind)
})
