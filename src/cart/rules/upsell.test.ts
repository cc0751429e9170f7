import { expect, test } from 'vitest'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { plansByCode } from '#catalogue/rules/plan.ts'
import { upsells } from './upsell.ts'

const plans = plansByCode(startingPlans)
const offered = ['syn-wk', 'syn-wk-duo', 'pds-wk', 'vs-wk']
const order = (code: string) => (offered.includes(code) ? offered.indexOf(code) : null)

// spec §4, "Upsells"
test.each([
  ['US', {}, ['syn-wk', 'pds-wk', 'vs-wk']],
  ['CA', {}, ['syn-wk', 'pds-wk']],
  ['GB', {}, ['syn-wk', 'pds-wk']],
  ['US', { 'syn-wk': 1 }, ['pds-wk', 'vs-wk']],
  ['US', { 'syn-wk-3mo': 1 }, ['pds-wk', 'vs-wk']],
  ['US', { 'syn-wk': 1, 'pds-wk': 1, 'vs-wk': 1 }, []],
  ['GB', { 'vs-wk': 1 }, ['syn-wk', 'pds-wk']],
  ['US', { 'syn-rf': 1 }, []],
])('in %s with %j in the cart the upsells are %j', (country, items, expected) => {
  expect(upsells({ items }, plans, country, order)).toEqual(expected)
})

test('upsells follow the display order', () => {
  expect(
    upsells({ items: {} }, plans, 'US', (code) => (order(code) === null ? null : -offered.indexOf(code))),
  ).toEqual(['vs-wk', 'pds-wk', 'syn-wk'])
})
