import { expect, test } from 'vitest'
import { actionDescription, agentRefusal, auditedActionOf, isImpersonationLive } from './agent-rights.ts'

test.each([
  [{ change: { action: 'order-now' } }],
  [{ change: { action: 'reactivate', order_now: true } }],
  [{ order_now: true }],
  [{ order_now: 'true' }],
  [{ change: { action: 'change-payment-method', payment_method_id: 'x' } }],
])('an agent may not spend money: %o', (payload) => {
  expect(agentRefusal(payload)).toMatch(/Only the member can/)
})

test.each([[{ change: { action: 'skip' } }], [{ order_now: false }], [null], ['text'], [{}]])(
  'an agent may change: %o',
  (payload) => expect(agentRefusal(payload)).toBeNull(),
)

test('an audited action has the action name and the subject, and no typed text', () => {
  const payload = { id: 'sub-1', change: { action: 'change-address', address: { address: '1 Clay Road' } } }
  expect(auditedActionOf(payload)).toEqual({ action: 'change-address', subject: 'sub-1' })
  expect(auditedActionOf({ subscription_id: 'sub-2' })).toEqual({ action: '', subject: 'sub-2' })
  expect(auditedActionOf({ id: 'x'.repeat(200) }).subject).toHaveLength(60)
})

test('an audited action is described in words', () => {
  expect(actionDescription('changeSubscription', 'change-address')).toBe(
    'Changed a subscription: change address',
  )
  expect(actionDescription('removeAddress', '')).toBe('Removed an address')
})

const at = (time: string) => Temporal.Instant.from(`2031-01-06T${time}Z`)
const session = { startedAt: at('10:00'), endsAt: at('10:30'), endedAt: null }

test.each([
  ['before its limit', session, '10:29:59.999', true],
  ['at its very limit', session, '10:30', false],
  ['after it was ended', { ...session, endedAt: at('10:05') }, '10:06', false],
  ['before it began', { startedAt: null, endsAt: null, endedAt: null }, '10:00', false],
] as const)('an impersonation session %s', (_what, times, now, live) => {
  expect(isImpersonationLive(times, at(now))).toBe(live)
})
