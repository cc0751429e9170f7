import { expect, test } from 'vitest'
import { changeText, consequenceText } from './change-text.ts'
import type { ChangeRecord } from './change-text.ts'
import { memberActions } from '#subscription/record/rules/subscription-state.ts'

const snapshot = {
  state: 'active',
  plan_code: 'syn-rf',
  plan_name: 'DS-01 Daily Synbiotic, refill',
  quantity: 1,
  interval_months: 1,
  next_order_on: '2026-12-18',
  remaining_orders: null,
} as const

const change = (action: string, after: Partial<ChangeRecord['after']> = {}): ChangeRecord => ({
  id: 'c',
  action,
  by: 'member',
  at: '2026-11-20T12:00:00Z',
  undone_at: null,
  charges: false,
  undo_until: null,
  staff: null,
  charge_in_flight: null,
  before: snapshot,
  after: { ...snapshot, ...after },
})

test('every action has its own text', () => {
  const textOf = memberActions.map((action) => changeText(change(action)))
  expect(new Set(textOf).size).toBe(memberActions.length)
  expect(textOf).not.toContain('Changed')
})

test('a fixed end is shown with its number of orders', () => {
  expect(changeText(change('set-end', { remaining_orders: 3 }))).toBe('Set to end after 3 more orders')
  expect(changeText(change('set-end', { remaining_orders: 1 }))).toBe('Set to end with the next order')
  expect(changeText(change('set-end'))).toBe('Removed the end date')
})

test('dates, numbers and frequencies are shown', () => {
  expect(changeText(change('move', { next_order_on: '2026-12-29' }))).toBe(
    'Moved your next order from December 18 to December 29',
  )
  expect(changeText(change('change-quantity', { quantity: 3 }))).toBe('Changed the quantity from 1 to 3')
  expect(changeText(change('change-frequency', { interval_months: 3 }))).toBe(
    'Changed from monthly to every 3 months',
  )
})

test('the text of a cancellation says that nothing more is charged', () => {
  const canceled = change('cancel', { state: 'canceled', next_order_on: null })
  expect(consequenceText(canceled, null)).toContain('you won’t be charged again')
})

test('the text names the day of the next order where the action leaves it open', () => {
  expect(consequenceText(change('skip'), '2027-01-18')).toBe('Your next order is on January 18.')
  expect(consequenceText(change('move'), '2027-01-18')).toBe('')
  expect(consequenceText(change('resume'), null)).toBe('')
})
