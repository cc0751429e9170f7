import { expect, test } from 'vitest'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { productsOf } from '#catalogue/rules/plan.ts'
import { orderPicture, orderSteps } from './order-steps.ts'

const placedOn = '2026-01-31'
const arrives = { from: '2026-02-16', until: '2026-03-04' }

test('an order is placed, arrives and renews, each step with its day', () => {
  expect(orderSteps({ placedOn, arrives, renewsOn: ['2026-04-30'] })).toEqual([
    { kind: 'ordered', from: '2026-01-31', until: '2026-01-31' },
    { kind: 'arrives', ...arrives },
    { kind: 'renews', from: '2026-04-30', until: '2026-04-30' },
  ])
})

test('a renewal before the arrival is listed first', () => {
  const late = { from: '2026-03-02', until: '2026-03-20' }
  expect(orderSteps({ placedOn, arrives: late, renewsOn: ['2026-02-28'] }).map(({ kind }) => kind)).toEqual([
    'ordered',
    'renews',
    'arrives',
  ])
})

test('a gift alone has no arrival day and no renewal', () => {
  expect(orderSteps({ placedOn, arrives: null, renewsOn: [] }).map(({ kind }) => kind)).toEqual(['ordered'])
})

test.each([
  [['syn-wk'], 'welcome-kit'],
  [['syn-rf-3mo'], 'refill-packet'],
  [['pds-wk', 'pds-gwp'], 'pds-08-jar'],
  [['vs-wk'], 'vs-01-jar'],
  [['syn-wk-gift-2020'], 'welcome-kit'],
])('the picture of the step %j is %s', (codes, picture) => {
  expect(orderPicture(codes, productsOf(startingPlans))).toBe(picture)
})
