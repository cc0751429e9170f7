import { expect, test } from 'vitest'
import { shopSource } from './source-files.ts'

/** The wrapper, the shop's clock with the same retry, and four that only read one snapshot. */
const known = [
  'src/app/data-check/in-slice.ts',
  'src/app/invariants.ts',
  'src/platform/replica.ts',
  'src/platform/shop-clock.ts',
  'src/platform/transaction.ts',
  'src/report/server/sum-store.ts',
]

test('every transaction is opened by the wrapper that retries after contention', () => {
  const opening = shopSource().filter(({ text }) => /\.transaction\(\)|\.startTransaction\(/.test(text))
  expect(opening.map(({ path }) => path)).toEqual(known)
})
