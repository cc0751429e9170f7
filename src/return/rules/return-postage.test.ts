import { expect, test } from 'vitest'
import { returnedItems, returnPostage } from './return-postage.ts'

test.for([
  ['shop', true, 'US', 'shop'],
  ['shop', false, 'US', 'buyer'],
  ['shop', true, 'CA', 'buyer'],
  ['buyer', true, 'US', 'buyer'],
] as const)('paid by the %s, labels: %s, from %s: the %s pays', ([by, sellsLabels, from, pays]) => {
  expect(returnPostage({ policy: { postage_paid_by: by }, sellsLabels, from, to: 'US' })).toBe(pays)
})

test('what comes back weighs its share of the line', () => {
  const lines = [{ quantity: 2, stock: { product: 'ds-01', quantity: 6 } }]
  expect(returnedItems(lines, [{ position: 0, quantity: 1 }])).toEqual([
    { position: 0, product: 'ds-01', lineQuantity: 1, stockQuantity: 3 },
  ])
})
