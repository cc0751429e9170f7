import { expect, test } from 'vitest'
import { ShipmentState } from '#shipment/rules/shipment-state.ts'
import { paymentMark, shipmentMark, OrderTag } from './order-marks.ts'

test.each([
  [{ totalCents: 4999, refundedCents: 0, isDisputed: false }, 'paid'],
  [{ totalCents: 4999, refundedCents: 2000, isDisputed: false }, 'partly refunded'],
  [{ totalCents: 4999, refundedCents: 4999, isDisputed: false }, 'refunded'],
  [{ totalCents: 4999, refundedCents: 0, isDisputed: true }, 'disputed'],
  [{ totalCents: 0, refundedCents: 0, isDisputed: false }, 'free'],
])('%o is %s', (facts, word) => {
  expect(paymentMark(facts).word).toBe(word)
})

test.each(ShipmentState.options)('the shipment state %s has a label', (state) => {
  expect(shipmentMark([state]).word).not.toBe('unknown')
})

test('the slowest shipment gives the order its state', () => {
  expect(shipmentMark(['delivered', 'pending']).word).toBe('to pack')
  expect(shipmentMark(['delivered', 'lost']).word).toBe('lost')
  expect(shipmentMark(['canceled', 'delivered']).word).toBe('delivered')
})

test.each([
  [' VIP ', 'vip'],
  ['Gift-Box 2', 'gift-box 2'],
  ['größer', 'größer'],
])('the text %j is stored as the tag %j', (typed, tag) => {
  expect(OrderTag.parse(typed)).toBe(tag)
})

test.each(['', '  ', '<b>', '=1+1', '-late', 'a,b', 'x'.repeat(25), 'a\u0000b'])(
  '%j is not a valid tag',
  (typed) => {
    expect(OrderTag.safeParse(typed).success).toBe(false)
  },
)
