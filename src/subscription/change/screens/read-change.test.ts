import { expect, test } from 'vitest'
import { memberActions } from '#subscription/record/rules/subscription-state.ts'
import { Change } from '../rules/change.ts'
import { readChange, formValuesIn } from './read-change.ts'

test('fields of the page are not part of the change', () => {
  const form = new FormData()
  form.set('token', 'abc')
  form.set('step', 'preview')
  form.set('on', '2026-12-29')
  expect(formValuesIn(form.entries())).toEqual({ on: '2026-12-29' })
})

test('an unchanged form requests nothing, or an action without a choice', () => {
  const changeFrom = memberActions.filter((action) => readChange(action, {}) !== null)
  expect(changeFrom).toEqual([
    'skip',
    'unskip',
    'skip-item',
    'unskip-item',
    'order-now',
    'resume',
    'pause',
    'cancel',
    'reactivate',
  ])
  for (const action of changeFrom) expect(Change.safeParse(readChange(action, {})).success).toBe(true)
})

test('a missing product choice is left to the schema', () => {
  for (const action of ['swap', 'add-one-time'] as const)
    expect(Change.safeParse(readChange(action, { plan_code: '' })).success).toBe(false)
})

test('an empty day is left to the schema', () => {
  expect(Change.safeParse(readChange('move', { on: '' })).success).toBe(false)
  expect(readChange('pause', { until: '' })).toEqual({ action: 'pause' })
})

test('reactivation follows the chosen row, and a day alone means that day', () => {
  const onDay = { action: 'reactivate', next_order_on: '2026-12-29' }
  expect(readChange('reactivate', { when: 'day', on: '2026-12-29' })).toEqual(onDay)
  expect(readChange('reactivate', { on: '2026-12-29' })).toEqual(onDay)
  expect(readChange('reactivate', { when: 'next', on: '2026-12-29' })).toEqual({ action: 'reactivate' })
  expect(readChange('reactivate', { when: 'now', on: '2026-12-29' })).toEqual({
    action: 'reactivate',
    order_now: true,
  })
  expect(readChange('reactivate', { when: 'next', on: '' })).toEqual({ action: 'reactivate' })
})

test('a reason is optional, and a second reason belongs to the first', () => {
  expect(readChange('cancel', { reason: '', words: '' })).toEqual({ action: 'cancel' })
  expect(readChange('cancel', { reason: 'a', 'secondary-a': 'x', 'secondary-b': 'y' })).toEqual({
    action: 'cancel',
    cancellationReasonId: 'a',
    secondaryReasonId: 'x',
  })
})
