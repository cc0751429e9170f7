import { expect, test } from 'vitest'
import { readShipmentFile } from './shipment-files.ts'

test('a quote in a cell is the mistake of its row, and the rows around it are read', () => {
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

test('a quote that never ends leaves no rows to tell apart', () => {
  expect(
    readShipmentFile(Buffer.from('order,carrier,tracking\n"L1,ups,1Z1\nL2,ups,1Z2\n'), 'csv'),
  ).toMatchObject({
    kind: 'wrong',
  })
})
