import { expect, test } from 'vitest'
import { auditedActionOf, actionDescription, agentRefusal } from './agent-rights.ts'

test.each([
  [{ change: { action: 'order-now' } }],
  [{ change: { action: 'reactivate', order_now: true } }],
  [{ order_now: true }],
  [{ order_now: 'true' }],
  [{ change: { action: 'change-payment-method', payment_method_id: 'x' } }],
])('an agent does not spend: %o', (payload) => {
  expect(agentRefusal(payload)).toMatch(/for the member alone/)
})

test.each([[{ change: { action: 'skip' } }], [{ order_now: false }], [null], ['text'], [{}]])(
  'the rest passes: %o',
  (payload) => expect(agentRefusal(payload)).toBeNull(),
)

test('an act keeps what was changed and how, and nothing that was typed', () => {
  const payload = { id: 'sub-1', change: { action: 'change-address', address: { address: '1 Clay Road' } } }
  expect(auditedActionOf(payload)).toEqual({ action: 'change-address', subject: 'sub-1' })
  expect(auditedActionOf({ subscription_id: 'sub-2' })).toEqual({ action: '', subject: 'sub-2' })
  expect(auditedActionOf({ id: 'x'.repeat(200) }).subject).toHaveLength(60)
})

test('an action is described in words', () => {
  expect(actionDescription('changeSubscription', 'change-address')).toBe(
    'Changed a subscription: change address',
  )
  expect(actionDescription('removeAddress', '')).toBe('Removed an address')
})
