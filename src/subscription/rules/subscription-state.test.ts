import { expect, test } from 'vitest'
import { hasActivePlan, isAllowed, isLive } from './subscription-state.ts'

// spec §4
test.each([
  ['active', true],
  ['future', true],
  ['paused', true],
  ['canceled', false],
  ['expired', false],
  ['failed', false],
] as const)('%s counts as live: %s', (state, live) => {
  expect(isLive(state)).toBe(live)
})

test.each([
  ['bill', 'active', true],
  ['bill', 'paused', false],
  ['cancel', 'paused', true],
  ['cancel', 'canceled', false],
  ['reactivate', 'failed', true],
  ['reactivate', 'active', false],
] as const)('%s in %s: %s', (action, state, allowed) => {
  expect(isAllowed(action, state)).toBe(allowed)
})

const held = (activatedAt: string, canceledAt: string | null) => [
  { planCode: 'syn-rf', activatedAt, canceledAt },
]

test.each([
  ['never cancelled', held('2026-01-01T00:00:00Z', null), true],
  ['cancelled', held('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'), false],
  ['reactivated after cancelling', held('2026-03-01T00:00:00Z', '2026-02-01T00:00:00Z'), true],
  ['nothing held', [], false],
])('%s', (_, subscriptions, active) => {
  expect(hasActivePlan(subscriptions, 'syn-rf')).toBe(active)
  expect(hasActivePlan(subscriptions, 'vs-rf')).toBe(false)
})
