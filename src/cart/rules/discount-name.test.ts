import { expect, test } from 'vitest'
import { discountName } from './discount-name.ts'

test.each([
  ['promo-code', 'DS-01-25-OFF', 'DS-01-25-OFF'],
  ['forever', 'SAVE-10', 'SAVE-10'],
  ['bundle', 'syn-wk-duo', 'two together'],
  ['stackable', 'hiddenVs01', 'with your offer'],
  ['automatic', 'auto-10', 'on this plan'],
])('a %s discount by %s is named %s', (reason, code, name) => {
  expect(discountName({ code, reason })).toBe(name)
})
