import { expect, test } from 'vitest'
import { lastSendDay, nextOfAwaited, travelAfter, returnedItems, returnPostage } from './return-policy.ts'

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
const policy = { expires_after_days: 30, remind_days_before: 7 }
const expiresOn = lastSendDay(day('2031-01-06'), policy)

test.for([
  ['2031-01-28', false, 'wait'],
  ['2031-01-29', false, 'remind'],
  ['2031-01-29', true, 'wait'],
  // A shop that was closed reminds late, but once.
  ['2031-02-05', false, 'remind'],
  ['2031-02-05', true, 'wait'],
  ['2031-02-06', true, 'expire'],
  ['2031-02-06', false, 'expire'],
] as const)('on %s, reminded before: %s, the next step is %s', ([today, isReminded, next]) => {
  expect(expiresOn.toString()).toBe('2031-02-05')
  expect(nextOfAwaited({ expiresOn, isReminded, isUnderWay: false }, day(today), policy)).toBe(next)
  expect(nextOfAwaited({ expiresOn, isReminded, isUnderWay: true }, day(today), policy)).toBe('wait')
})

test.for([
  [null, 'shipped', 'in-transit'],
  [null, 'delivered', 'arrived'],
  ['in-transit', 'in-transit', null],
  ['in-transit', 'lost', 'lost'],
  ['lost', 'delivered', 'arrived'],
  ['lost', 'in-transit', null],
  ['arrived', 'in-transit', null],
  ['arrived', 'lost', null],
  // It goes back to its sender, and is not the shop's.
  ['in-transit', 'returned-to-sender', null],
] as const)('a package that is %s and reported as %s: %s', ([travel, says, after]) => {
  expect(travelAfter(travel, says)).toBe(after)
})

test.for([
  ['shop', true, 'US', 'shop'],
  ['shop', false, 'US', 'buyer'],
  ['shop', true, 'CA', 'buyer'],
  ['buyer', true, 'US', 'buyer'],
] as const)(
  'paid by the %s, labels: %s, from %s: the %s pays for the return',
  ([by, sellsLabels, from, pays]) => {
    expect(returnPostage({ policy: { postage_paid_by: by }, sellsLabels, from, to: 'US' })).toBe(pays)
  },
)

test('a returned package weighs its share of the line', () => {
  const lines = [{ quantity: 2, stock: { product: 'ds-01', quantity: 6 } }]
  expect(returnedItems(lines, [{ position: 0, quantity: 1 }])).toEqual([
    { position: 0, product: 'ds-01', lineQuantity: 1, stockQuantity: 3 },
  ])
})
