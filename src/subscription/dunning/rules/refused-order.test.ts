import { expect, test } from 'vitest'
import { newChangeFacts, newTerms, planOf } from '../../../../test/support/terms-cases.ts'
import { decideChange } from '#subscription/change/rules/decide-change.ts'
import { withoutRefusedOrder } from './refused-order.ts'

const vial = { planCode: 'vs-rst', quantity: 1, unitPriceCents: planOf('vs-rst').priceCents }
const before = newTerms({ addOns: [{ ...vial, id: 'vial', fromCycle: 0 }] })
const request = { before, after: decideChange(newChangeFacts(before), { action: 'order-now' }).next }
/** As the database has it while the card is charged. */
const charging = { ...request.after, nextAttemptOn: '2031-02-11' }

test('without another change the terms of before the order are restored', () => {
  expect(withoutRefusedOrder(request, charging)).toEqual(before)
})

test('a cancellation stays, and undoing it restores the dates before the order', () => {
  const canceled = decideChange(
    { ...newChangeFacts(charging), hasChargeInFlight: true },
    { action: 'cancel' },
  ).next
  const expected = decideChange(newChangeFacts(before), { action: 'cancel' }).next
  expect(withoutRefusedOrder(request, canceled)).toEqual(expected)
})

test('a card and an address chosen meanwhile stay', () => {
  const chosen = { paymentMethodId: 'another card', addressId: 'another address' }
  expect(withoutRefusedOrder(request, { ...charging, ...chosen })).toEqual({ ...before, ...chosen })
})

test('an immediate order that reactivated the subscription restores the cancellation with its time', () => {
  const canceled = {
    ...newTerms(),
    state: 'canceled',
    canceledAt: '2031-02-01T10:00:00Z',
    nextAttemptOn: null,
  } as const
  const reactivated = decideChange(newChangeFacts(canceled), { action: 'reactivate', order_now: true }).next
  // The database writes moments in its own way.
  const stored = { ...reactivated, activatedAt: reactivated.activatedAt.replace('Z', '+00:00') }
  expect(withoutRefusedOrder({ before: canceled, after: reactivated }, stored)).toEqual(canceled)
})
