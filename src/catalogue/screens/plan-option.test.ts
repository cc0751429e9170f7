import { expect, test } from 'vitest'
import type { OfferedPlan } from './plan-option.ts'
import { planOptions } from './plan-option.ts'

const plan = (code: string, price: string, months: number | null, renewsAs: string | null): OfferedPlan => ({
  code,
  price,
  currency: 'USD',
  renewsAs,
  capsules: 60,
  isGift: code.includes('gift'),
  preorderNote: code.includes('-wk') ? 'Est. 2-4 weeks' : null,
  domesticAttributes: { billingPeriodLength: months },
})

const plans = {
  'syn-wk': plan('syn-wk', '49.99', 1, 'syn-rf'),
  'syn-wk-3mo': plan('syn-wk-3mo', '134.97', 3, 'syn-rf-3mo'),
  'syn-wk-6mo': plan('syn-wk-6mo', '254.94', 6, 'syn-rf-6mo'),
  'syn-rf': plan('syn-rf', '44.99', 1, 'syn-rf'),
  'syn-rf-3mo': plan('syn-rf-3mo', '134.97', 3, 'syn-rf-3mo'),
  'syn-wk-gift-2020': plan('syn-wk-gift-2020', '49.99', null, null),
}

test('the savings of spec §9 follow from the prices: 44.99 is 10 % under 49.99, 42.49 is 15 %', () => {
  const options = planOptions(['syn-wk', 'syn-wk-3mo', 'syn-wk-6mo'], plans, null)
  expect(
    options.map(({ monthlyCents, dailyCents, savingPercent }) => [monthlyCents, dailyCents, savingPercent]),
  ).toEqual([
    // 1.666, 1.4997 and 1.4163 a day.
    [4999, 167, 0],
    [4499, 150, 10],
    [4249, 142, 15],
  ])
})

test('a kit renews as the refill, at the refill price (ruling 10)', () => {
  expect(planOptions(['syn-wk'], plans, null)[0]?.renewal).toEqual({ priceCents: 4499, months: 1 })
})

test('a gift does not renew', () => {
  expect(planOptions(['syn-wk-gift-2020'], plans, null)[0]?.renewal).toBeNull()
})

test('a plan that is not for sale is left out', () => {
  expect(planOptions(['syn-wk', 'gone'], plans, null).map(({ code }) => code)).toEqual(['syn-wk'])
})

test('a starter kit arrives later than a refill, and a gift on its start day', () => {
  const arrivals = {
    in_stock: { from: '2031-01-13', until: '2031-01-15' },
    made_to_order: { from: '2031-01-23', until: '2031-02-10' },
  }
  const arrivalsOf = (code: string) => planOptions([code], plans, arrivals).map(({ arrives }) => arrives)
  expect(arrivalsOf('syn-rf')).toEqual([arrivals.in_stock])
  expect(arrivalsOf('syn-wk')).toEqual([arrivals.made_to_order])
  expect(arrivalsOf('syn-wk-gift-2020')).toEqual([null])
})
