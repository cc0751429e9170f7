import { afterAll, expect, test } from 'vitest'
import { steps } from '#platform/steps.ts'
import { networkFaults } from './outside.ts'
import { openStage } from './stage.ts'

// `npm run crash-sweep` walks the whole.
const isWhole = process.env['SWEEP'] === 'whole'

const stage = await openStage()
afterAll(() => stage.close())

const calm = await stage.sweep({})

test('without trouble the month is whole', () => {
  expect(calm.broken).toEqual([])
  // 49.99 less 20 %, 9.998, rounded 10.00; then 49.99 at once, and a month later nothing, for credit pays it; 39.99 and
  // 7.25 % of it, once whole and once less 10.00 of credit; 64.99, which is given back; 64.99 and
  // 49.99 for a gift beside it.
  expect(calm.taken).toEqual([3289, 3999, 4289, 4999, 6499, 11498])
})

/** Without an answer that gets lost nothing has to be settled afterwards. */
const lostAnswer = { at: 0, kind: 'time-out after success' } as const

/** Ends of the process: each step the first time it is reached, and in the whole sweep the second and third as well. */
const ends = steps.flatMap((at) => (isWhole ? [0, 1, 2] : [0]).map((passes) => ({ at, passes })))

test.for(ends)('ended at "$at" after $passes: charged once, settled within 60 s', async (end) => {
  const swept = await stage.sweep(end.at.startsWith('settlement') ? { end, fault: lostAnswer } : { end })
  // Not every step is reached three times in a month; once is the least.
  expect(swept.happened || end.passes > 0).toBe(true)
  expect(swept.broken).toEqual([])
  expect(swept.taken).toEqual(calm.taken)
})

const faults = Array.from({ length: calm.requests }, (_, at) => at).flatMap((at) =>
  networkFaults.filter((_, place) => isWhole || at % 3 === place).map((kind) => ({ at, kind })),
)

test.for(faults)('$kind of request $at: charged once', async (fault) => {
  const swept = await stage.sweep({ fault })
  expect(swept.happened).toBe(true)
  expect(swept.broken).toEqual([])
  expect(swept.taken).toEqual(calm.taken)
})

const both = isWhole ? ends.flatMap((end) => faults.map((fault) => ({ end, fault }))) : []

test.for(both)('$fault.kind of request $fault.at, ended at "$end.at" after $end.passes', async (trouble) => {
  const swept = await stage.sweep(trouble)
  expect(swept.broken).toEqual([])
  expect(swept.taken).toEqual(calm.taken)
})
