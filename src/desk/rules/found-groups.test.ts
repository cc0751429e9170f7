import { expect, test } from 'vitest'
import { foundGroups, placesNamed, foundMark, piecesOf } from './found-groups.ts'

test('search results are grouped by kind, people first, in search order within each group', () => {
  const found = [
    { kind: 'order', id: 1 },
    { kind: 'coupon', id: 2 },
    { kind: 'subscription', id: 5 },
    { kind: 'member', id: 3 },
    { kind: 'order', id: 4 },
  ] as const
  expect(foundGroups(found).map(({ title, rows }) => [title, rows.map(({ id }) => id)])).toEqual([
    ['People', [3]],
    ['Subscriptions', [5]],
    ['Orders', [1, 4]],
    ['Coupons', [2]],
  ])
})

test('desk pages are found by the beginning of their words, and only those of the role', () => {
  expect(placesNamed('owner', 'LOG')).toEqual([
    { title: 'Open Audit log', href: '/desk/team/log', keys: 'G L' },
  ])
  expect(placesNamed('support', 'log')).toEqual([])
  expect(placesNamed('owner', 'l')).toEqual([])
})

test('a charge and a shipment show their state, and a member and an order do not', () => {
  expect(foundMark('charge', 'succeeded')).toMatchObject({ word: 'paid', tone: 'ok' })
  expect(foundMark('charge', 'intended')).toMatchObject({ word: 'result unknown', tone: 'bad' })
  expect(foundMark('shipment', 'delivered')).toMatchObject({ word: 'delivered' })
  expect([foundMark('member', ''), foundMark('order', '')]).toEqual([null, null])
})

test.each([
  [
    'june.ito@example.com',
    'JUNE',
    [
      ['june', true],
      ['.ito@example.com', false],
    ],
  ],
  [
    '9400 4242 07',
    '4242',
    [
      ['9400 ', false],
      ['4242', true],
      [' 07', false],
    ],
  ],
  ['Grace Johnson', 'jonson', [['Grace Johnson', false]]],
  ['4242', '4242', [['4242', true]]],
  ['LA5', '', [['LA5', false]]],
] as const)('%s searched by %s', (text, sought, pieces) => {
  expect(piecesOf(text, sought).map((piece) => [piece.text, piece.isFound])).toEqual(pieces)
})
