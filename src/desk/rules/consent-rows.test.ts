import { expect, test } from 'vitest'
import { consentRows } from './consent-rows.ts'

const choice = (active_groups: string, at: string, privacy_signal = false) => ({
  active_groups,
  privacy_signal,
  page: '/science',
  at,
})

test('each consent row shows since which choice it is allowed, and the signal that refused it', () => {
  expect(consentRows([])).toEqual([])
  const rows = consentRows([
    choice('C0001', 'first'),
    choice('C0001,C0002,C0004', 'second'),
    choice('C0001,C0002', 'third', true),
    choice('C0001,C0002', 'fourth'),
  ])
  expect(rows.map(({ group, isAllowed, at, isBySignal }) => [group, isAllowed, at, isBySignal])).toEqual([
    ['C0002', true, 'second', false],
    ['C0003', false, 'first', false],
    ['C0004', false, 'third', true],
    ['C0005', false, 'first', false],
  ])
})
