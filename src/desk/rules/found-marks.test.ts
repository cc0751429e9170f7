import { expect, test } from 'vitest'
import { foundMark, piecesOf } from './found-marks.ts'

test('a charge and a shipment say how far they are; a member and an order do not', () => {
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
