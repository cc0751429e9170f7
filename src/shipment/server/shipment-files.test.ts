import { expect, test } from 'vitest'
import { readShipmentFile } from './shipment-files.ts'

test('a stray quote is an error of its row, and the rows around it are read', () => {
  const file = readShipmentFile(
    Buffer.from('order,carrier,tracking\nL1,ups,1Z1\nL2,ups,1Z"2\nL3,ups,"1Z3"\n'),
    'csv',
  )
  if (file.kind !== 'rows') throw new Error(file.problem)
  expect(file.rows.map(({ row }) => (row.kind === 'wrong' ? row.problem : row.kind))).toEqual([
    'shipment',
    '1Z"2 is not a tracking number.',
    'shipment',
  ])
})

test('an unclosed quote makes the rest of the file unreadable', () => {
  expect(
    readShipmentFile(Buffer.from('order,carrier,tracking\n"L1,ups,1Z1\nL2,ups,1Z2\n'), 'csv'),
  ).toMatchObject({
    kind: 'wrong',
  })
})

test('a long number without quotes may have lost digits and is an error of its row', () => {
  const row = (tracking: string) => `{"order":"L1","carrier":"usps","tracking":${tracking}}`
  const file = Buffer.from(`[${row('123456789012345678')},${row('"123456789012345678"')},${row('12345678')}]`)
  expect(readShipmentFile(file, 'json')).toMatchObject({
    rows: [
      {
        number: 1,
        row: {
          kind: 'wrong',
          problem: 'The field “tracking” is a number of too many digits; put it in quotes.',
        },
      },
      { number: 2, row: { kind: 'shipment', shipment: { tracking: '123456789012345678' } } },
      { number: 3, row: { kind: 'shipment', shipment: { tracking: '12345678' } } },
    ],
  })
})
