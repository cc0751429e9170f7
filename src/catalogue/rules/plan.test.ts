import { expect, test } from 'vitest'
import { parsePrice, wirePrice } from '#shared/money.ts'
import { multiMonthPrice, oneTimePrice, planOnWire, plansByCode, renewalOf } from './plan.ts'
import { startingDocuments, startingPlans } from '../../../test/support/starting-plans.ts'

const plans = plansByCode(startingPlans)

const planOf = (code: string) => {
  const plan = plans.get(code)
  if (!plan) throw new Error(`no plan ${code}`)
  return plan
}

// ruling 9
test.each([
  ['syn-wk', '49.99'],
  ['syn-wk-3mo', '134.97'],
  ['syn-wk-6mo', '254.94'],
  ['syn-rf', '49.99'],
  ['syn-rf-3mo', '134.97'],
  ['syn-rf-6mo', '254.94'],
  ['syn-wk-gift-2020', '49.99'],
  ['pds-wk', '49.99'],
  ['pds-rf', '49.99'],
  ['pds-gwp', '0.00'],
  ['vs-wk', '39.99'],
  ['vs-rf', '39.99'],
  ['vs-rf-3mo', '107.97'],
  ['vs-rst', '64.99'],
])('%s costs %s', (code, price) => {
  expect(wirePrice(planOf(code).priceCents, 'USD')).toBe(price)
})

test('every plan code of the specification exists, and so do two for kits that are bought once', () => {
  expect([...plans.keys()].toSorted()).toEqual(
    (
      'syn-wk syn-wk-3mo syn-wk-6mo syn-rf syn-rf-3mo syn-rf-6mo syn-wk-gift-2020 ' +
      'pds-wk pds-rf pds-gwp vs-wk vs-rf vs-rst vs-rf-3mo syn-once pds-once'
    )
      .split(' ')
      .toSorted(),
  )
  // Those that spec §4 recognizes subscriptions by.
  for (const code of 'syn-wk syn-rf syn-rf-3mo syn-rf-6mo vs-wk vs-rf vs-rf-3mo'.split(' '))
    expect(plans.has(code)).toBe(true)
})

test('the monthly price is rounded before it is multiplied: 6 × 42.49, not 85 % of 299.94', () => {
  expect(multiMonthPrice(4999, 15, 6)).toBe(25494)
  expect(multiMonthPrice(4999, 10, 3)).toBe(13497)
  expect(multiMonthPrice(3999, 10, 3)).toBe(10797)
})

// ruling 10
test.each([
  ['syn-wk', 'syn-rf', 1],
  ['syn-wk-3mo', 'syn-rf-3mo', 3],
  ['syn-wk-6mo', 'syn-rf-6mo', 6],
  ['vs-wk', 'vs-rf', 1],
  ['pds-wk', 'pds-rf', 1],
  ['syn-rf-3mo', 'syn-rf-3mo', 3],
  ['vs-rf-3mo', 'vs-rf-3mo', 3],
])('%s renews as %s every %i months', (code, renewsAs, months) => {
  const renewal = renewalOf(planOf(code), plans)
  expect([renewal?.code, renewal?.intervalMonths, renewal?.isSrp]).toEqual([renewsAs, months, true])
})

test.each([
  ['syn-once', 'syn-wk'],
  ['pds-once', 'pds-wk'],
])('%s costs a fifth more than the first month of %s, in each currency', (once, monthly) => {
  const inUnits = (code: string): number[] => {
    const document = startingDocuments.find(({ sku }) => sku === code)
    return Object.values(document?.plan?.prices ?? {}).map((price) => parsePrice(price, 'USD'))
  }
  expect(inUnits(once)).toEqual(inUnits(monthly).map(oneTimePrice))
  expect(inUnits(once)).toHaveLength(4)
})

test.each(['syn-wk-gift-2020', 'vs-rst', 'pds-gwp', 'syn-once', 'pds-once'])('%s is bought once', (code) => {
  expect([renewalOf(planOf(code), plans), planOf(code).intervalMonths]).toEqual([null, null])
})

// spec §9
test.each([
  ['syn-wk', 60, 30],
  ['syn-wk-3mo', 180, 90],
  ['syn-wk-6mo', 360, 180],
  ['vs-wk', 60, 30],
  ['vs-rf', 30, 30],
])('%s holds %i capsules for %i days', (code, capsules, days) => {
  expect([planOf(code).capsules, planOf(code).supplyDays]).toEqual([capsules, days])
})

test('the API writes a price as a numeric string and the billing period in months', () => {
  expect(planOnWire(planOf('syn-wk-6mo'))).toMatchObject({
    code: 'syn-wk-6mo',
    price: '254.94',
    isSrp: false,
    domesticAttributes: { autoCouponCode: null, billingPeriodLength: 6 },
  })
})

test('plan ids are unique', () => {
  expect(new Set(startingPlans.map((plan) => plan.id)).size).toBe(startingPlans.length)
})
