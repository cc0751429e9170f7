import { expect, test } from 'vitest'
import { hasActivePlan, isAllowed, isLive, memberActions } from './subscription-state.ts'
import type { SubscriptionState } from './subscription-state.ts'

const states = ['active', 'future', 'paused', 'canceled', 'expired', 'failed'] as const

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

// A column per state, in the order of `states`.
const table = {
  bill: 'yes no no no no no',
  skip: 'yes no no no no no',
  unskip: 'yes no no no no no',
  'skip-item': 'yes no no no no no',
  'unskip-item': 'yes no no no no no',
  move: 'yes yes no no no no',
  'order-now': 'yes no no no no no',
  pause: 'yes no yes no no no',
  resume: 'no no yes no no no',
  swap: 'yes yes yes no no no',
  'change-quantity': 'yes yes yes no no no',
  'change-frequency': 'yes yes yes no no no',
  'add-one-time': 'yes yes yes no no no',
  'remove-one-time': 'yes yes yes no no no',
  'change-address': 'yes yes yes yes yes yes',
  'change-payment-method': 'yes yes yes yes yes yes',
  'apply-coupon': 'yes yes yes no no no',
  'set-end': 'yes yes yes no no no',
  cancel: 'yes yes yes no no no',
  reactivate: 'no no no yes yes yes',
} as const

test.each([...memberActions, 'bill'] as const)(
  'the action %s is allowed in the states of the table',
  (action) => {
    const allowed = states.map((state) => (isAllowed(action, state) ? 'yes' : 'no')).join(' ')
    expect(allowed).toBe(table[action])
  },
)

const held = (state: SubscriptionState, activatedAt: string, canceledAt: string | null) => [
  { planCode: 'syn-rf', state, activated_at: activatedAt, canceled_at: canceledAt },
]

test.each([
  ['never canceled', held('active', '2026-01-01T00:00:00Z', null), true],
  ['canceled', held('canceled', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'), false],
  ['reactivated after canceling', held('active', '2026-03-01T00:00:00Z', '2026-02-01T00:00:00Z'), true],
  ['expired', held('expired', '2026-01-01T00:00:00Z', null), false],
  ['nothing held', [], false],
])('%s', (_, subscriptions, active) => {
  expect(hasActivePlan(subscriptions, 'syn-rf')).toBe(active)
  expect(hasActivePlan(subscriptions, 'vs-rf')).toBe(false)
})
