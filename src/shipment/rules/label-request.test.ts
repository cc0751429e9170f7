import { expect, test } from 'vitest'
import {
  labelKey,
  mayStillAnswer,
  minutesUntilNextAsk,
  packedGrams,
  packedContents,
} from './label-request.ts'

test('the weight of a package is its box and its contents', () => {
  // A box of 120 g, three months of 140 g, and a gift that takes nothing from stock.
  expect(
    packedGrams([
      { lineQuantity: 1, stockQuantity: 3 },
      { lineQuantity: 1, stockQuantity: 0 },
    ]),
  ).toBe(120 + 4 * 140)
})

test('the contents of a package are counted, weighed and valued by the units of each line', () => {
  const lines = [
    { name: 'Synbiotic', unitPriceCents: 4_999 },
    { name: 'Vial', unitPriceCents: 0 },
  ]
  const items = [
    { position: 1, lineQuantity: 1, stockQuantity: 0 },
    // Two pieces of three months each.
    { position: 0, lineQuantity: 2, stockQuantity: 6 },
  ]
  expect(packedContents(lines, items)).toEqual([
    { name: 'Vial', quantity: 1, valueCents: 0, grams: 140 },
    { name: 'Synbiotic', quantity: 2, valueCents: 9_998, grams: 840 },
  ])
})

test('the idempotency key of a label is its shipment until a label was voided', () => {
  expect([labelKey('s', 1), labelKey('s', 2)]).toEqual(['s', 's:2'])
})

test.each([
  [1, 1],
  [2, 2],
  [5, 16],
  [7, 60],
  [40, 60],
])('after %i requests without an answer the next one is %i minutes later', (requests, minutes) => {
  expect(minutesUntilNextAsk(requests)).toBe(minutes)
})

// Asked at 10:00 for the third time, so planned for 10:04.
const asked = { requests: 3, nextAskAt: Temporal.Instant.from('2031-01-08T10:04:00Z') }

test.each([
  ['in the minute after it was asked', asked, '2031-01-08T10:00:59Z', true],
  ['a minute after it was asked', asked, '2031-01-08T10:01:00Z', false],
  ['before it is asked at all', { ...asked, requests: 0 }, '2031-01-08T10:00:30Z', false],
  ['once it has answered', { ...asked, nextAskAt: null }, '2031-01-08T10:00:30Z', false],
])('%s the carrier may still answer: %o at %s', (_, label, now, expected) => {
  expect(mayStillAnswer(label, Temporal.Instant.from(now))).toBe(expected)
})
