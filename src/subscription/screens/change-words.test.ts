import { expect, test } from 'vitest'
import { changeWords, consequence } from './change-words.ts'
import type { ChangeRecord } from './change-words.ts'
import { memberActions } from '../rules/subscription-state.ts'

const held = {
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
  charge_in_hand: null,
  before: held,
  after: { ...held, ...after },
})

test('every action has words of its own', () => {
  const words = memberActions.map((action) => changeWords(change(action)))
  expect(new Set(words).size).toBe(memberActions.length)
  expect(words).not.toContain('Changed')
})

test('an end is named with its number of orders', () => {
  expect(changeWords(change('set-end', { remaining_orders: 3 }))).toBe('Set to end after 3 more orders')
  expect(changeWords(change('set-end', { remaining_orders: 1 }))).toBe('Set to end with the next order')
  expect(changeWords(change('set-end'))).toBe('Took the end away')
})

test('dates, numbers and rhythms are named', () => {
  expect(changeWords(change('move', { next_order_on: '2026-12-29' }))).toBe(
    'Moved the next order from 18 December to 29 December',
  )
  expect(changeWords(change('change-quantity', { quantity: 3 }))).toBe('Changed the quantity from 1 to 3')
  expect(changeWords(change('change-frequency', { interval_months: 3 }))).toBe(
    'Changed from monthly to every 3 months',
  )
})

test('what was canceled charges nothing more', () => {
  const canceled = change('cancel', { state: 'canceled', next_order_on: null })
  expect(consequence(canceled, null)).toContain('nothing more is charged')
})

test('the day of the next order is said where the words leave it open', () => {
  expect(consequence(change('skip'), '2027-01-18')).toBe('The next order is on 18 January.')
  expect(consequence(change('move'), '2027-01-18')).toBe('')
  expect(consequence(change('resume'), null)).toBe('')
})
