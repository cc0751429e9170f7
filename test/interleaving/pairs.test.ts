import { afterAll, expect, test } from 'vitest'
import type { Act } from './act.ts'
import { memberActs } from './member-acts.ts'
import { sweepPair } from './pairs.ts'
import { shopActs } from './shop-acts.ts'
import { openTheater } from './theater.ts'

// `npm run interleavings` runs the whole.
const isWhole = process.env['INTERLEAVINGS'] === 'whole'

const theater = await openTheater()
let runs = 0
afterAll(async () => {
  await theater.close()
  if (isWhole) console.info(`${runs} orders of pairs`)
})

const acts = [...memberActs, ...shopActs]
const named = (name: string): Act => {
  const found = acts.find((act) => act.name === name)
  if (!found) throw new Error(`there is no act ${name}`)
  return found
}

/** Every pair, each act with itself too. */
const allPairs = acts.flatMap((act, at) => acts.slice(at).map((other) => [act, other] as const))

/** Those whose acts meet in the same order, subscription or charge. */
const chosenPairs = [
  ['renewal run', 'cancel'],
  ['renewal run', 'swap'],
  ['renewal run', 'new card'],
  ['renewal run', 'purchase with credit'],
  ['cancel', 'skip'],
  ['purchase', 'purchase'],
  ['repeated purchase', 'webhook'],
  ['withdrawal', 'refund'],
  ['gift claim', 'refund of a gift'],
].map(([one = '', other = '']) => [named(one), named(other)] as const)

const pairs = (isWhole ? allPairs : chosenPairs).map((pair) => ({
  name: `${pair[0].name} × ${pair[1].name}`,
  pair,
}))

test.for(pairs)('$name', { timeout: isWhole ? 3_600_000 : 180_000 }, async ({ pair }) => {
  const grain = isWhole ? 'statement' : 'boundary'
  const report = await sweepPair(theater, pair, { grain, twice: isWhole })
  runs += report.runs
  expect(report.broken).toEqual([])
})
