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

test('a button that charges nothing shows no amount, and the next charge is named below', () => {
  const after = preview({ upcoming_order: order('2027-03-18', '134.97') })
  expect(commitButtonText({ action: 'skip', preview: after, formValues: {} })).toEqual({
    label: 'Skip this order',
    amount: null,
    nextCharge: 'Next charge: $134.97 on March 18',
  })
})

test('a button that moves an order names its day', () => {
  const after = preview({ upcoming_order: order('2026-12-29', '134.97') })
  expect(commitButtonText({ action: 'move', preview: after, formValues: {} })).toEqual({
    label: 'Move to Dec 29',
    amount: null,
    nextCharge: 'Next charge: $134.97 on December 29',
  })
})

test('a button that charges today shows the amount', () => {
  const now = preview({
    charged_now: order('2026-11-20', '140.00'),
    upcoming_order: order('2027-02-20', '134.97'),
  })
  expect(commitButtonText({ action: 'order-now', preview: now, formValues: {} })).toEqual({
    label: 'Order now',
    amount: '$140.00',
    nextCharge: null,
  })
})

test('a pause without an end day shows no amount', () => {
  expect(
    commitButtonText({ action: 'pause', preview: preview({ state: 'paused' }), formValues: {} }),
  ).toEqual({ label: 'Pause', amount: null, nextCharge: null })
})
