import { expect, test } from 'vitest'
import { bulkRefusal, bulkRefusals } from './bulk-action.ts'
import type { BulkFacts } from './bulk-action.ts'

const waiting: BulkFacts = {
  isCanceled: false,
  holds: [],
  hasOpen: true,
  hasPacked: false,
  unbatched: ['one'],
  batch: null,
  isListed: true,
}

test.each([
  ['hold', {}, null],
  ['hold', { holds: ['dispute'] }, null],
  ['hold', { holds: ['operator'] }, 'It is on hold already.'],
  ['hold', { hasOpen: false }, 'Nothing of it waits to be shipped.'],
  ['hold', { isCanceled: true }, 'It was canceled.'],
  ['hold', { isListed: false }, expect.stringContaining('no longer in the list')],
  ['release', {}, 'It is not on hold.'],
  ['release', { holds: ['refund'] }, 'Its money is being refunded, and that holds it.'],
  ['release', { holds: ['refund', 'operator'] }, null],
  ['batch', {}, null],
  ['batch', { unbatched: [], batch: 12 }, 'It is in batch 12 already.'],
  ['batch', { unbatched: [], holds: ['operator'] }, 'It is on hold.'],
  ['batch', { unbatched: [], hasPacked: true }, 'It is packed.'],
  ['batch', { unbatched: [] }, 'It has no date to ship on yet.'],
  ['batch', { unbatched: [], hasOpen: false }, 'Nothing of it waits to be shipped.'],
  ['batch', { unbatched: [], isCanceled: true }, 'It was canceled.'],
] as const)('%s of an order with %o: %s', (action, facts, refusal) => {
  expect(bulkRefusal(action, { ...waiting, ...facts })).toEqual(refusal)
})

test('a batch is full at 200 shipments, and a later smaller order can still fit', () => {
  const of = (count: number): BulkFacts => ({
    ...waiting,
    unbatched: Array.from({ length: count }, (_, at) => String(at)),
  })
  const full = 'A batch has at most 200 shipments.'
  expect(bulkRefusals('batch', [of(150), of(60), of(50), of(1)])).toEqual([null, full, null, full])
  expect(bulkRefusals('hold', [of(150), of(60), of(50)])).toEqual([null, null, null])
})
