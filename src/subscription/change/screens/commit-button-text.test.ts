import { expect, test } from 'vitest'
import type { ChangePreview } from '../change-endpoints.ts'
import type { UpcomingOrder } from '#subscription/endpoints.ts'
import { commitButtonText } from './commit-button-text.ts'

const order = (on: string, total: string): UpcomingOrder => ({
  on,
  arrives: null,
  lines: [],
  currency: 'USD',
  subtotal: total,
  discount: '0.00',
  shipping: '0.00',
  shipping_method: 'Standard',
  tax: '0.00',
  total,
  credit: '0.00',
  to_pay: total,
  discounts: [],
  refusals: [],
  held: [],
  next_dates: [],
  is_last: false,
  changeable_until: '2026-12-18T05:00:00Z',
})

const subscription = { next_order_on: '2026-12-18', upcoming_order: order('2026-12-18', '134.97') }

const preview = (parts: Partial<ChangePreview>): ChangePreview => ({
  action: 'skip',
  state: 'active',
  charged_now: null,
  upcoming_order: null,
  next_dates: [],
  paused_until: null,
  remaining_orders: null,
  charge_in_flight: null,
  token: 'token',
  ...parts,
})

test('the button names the skipped order, and the sum and day of the one after it', () => {
  const after = preview({ upcoming_order: order('2027-03-18', '134.97') })
  expect(commitButtonText({ action: 'skip', subscription, preview: after, formValues: {} })).toEqual({
    label: 'Skip Dec 18',
    amount: '$134.97 on Mar 18',
  })
})

test('a day that the button names is not said twice', () => {
  const after = preview({ upcoming_order: order('2026-12-29', '134.97') })
  expect(commitButtonText({ action: 'move', subscription, preview: after, formValues: {} })).toEqual({
    label: 'Move to Dec 29',
    amount: '$134.97',
  })
})

test('what is charged at once is said so', () => {
  const now = preview({
    charged_now: order('2026-11-20', '140.00'),
    upcoming_order: order('2027-02-20', '134.97'),
  })
  expect(commitButtonText({ action: 'order-now', subscription, preview: now, formValues: {} }).amount).toBe(
    '$140.00 today',
  )
})

test('a pause without a day names no sum', () => {
  expect(
    commitButtonText({
      action: 'pause',
      subscription,
      preview: preview({ state: 'paused' }),
      formValues: {},
    }),
  ).toEqual({
    label: 'Pause',
    amount: '',
  })
})
