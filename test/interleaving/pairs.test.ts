import { afterAll, expect, test } from 'vitest'
import type { Act } from './act.ts'
import { memberActs } from './member-acts.ts'
import { sweepPair } from './pairs.ts'
import { looksForNotices, raisesPrice } from './price-acts.ts'
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

const acts = [...memberActs, ...shopActs, looksForNotices]
/** What is looked at a month later: with acts that leave Ada's dates as they are. */
const slowActs = [raisesPrice]
const named = (name: string): Act => {
  const found = [...acts, ...slowActs].find((act) => act.name === name)
  if (!found) throw new Error(`there is no act ${name}`)
  return found
}

/** Those whose acts meet in the same order, subscription or charge. */
const chosenPairs = [
  ['renewal run', 'cancel'],
  ['renewal run', 'new card'],
  ['renewal run', 'purchase with credit'],
  ['purchase', 'purchase'],
  ['repeated purchase', 'webhook'],
  ['withdrawal', 'refund'],
  ['gift claim', 'refund of a gift'],
  ['renewal run', 'price increase tomorrow'],
].map(([one = '', other = '']) => [named(one), named(other)] as const)

const work = ['renewal run', 'pending charges', 'notices', 'webhook', 'shipping']

/** Every pair, each act with itself too. */
const allPairs = [
  ...acts.flatMap((act, at) => acts.slice(at).map((other) => [act, other] as const)),
  ...[...work, 'new card', 'purchase with credit'].map((name) => [named(name), raisesPrice] as const),
]

const [first = 1, last = allPairs.length] = (process.env['PAIRS'] ?? '')
  .split('-')
  .map((at) => Number(at) || undefined)

const pairs = (isWhole ? allPairs.slice(first - 1, last) : chosenPairs).map((pair) => ({
  name: `${pair[0].name} × ${pair[1].name}`,
  pair,
}))

test.for(pairs)('$name', { timeout: isWhole ? 3_600_000 : 300_000 }, async ({ pair }) => {
  const grain = isWhole ? 'statement' : 'boundary'
  const report = await sweepPair(theater, pair, { grain, twice: isWhole })
  runs += report.runs
  expect(report.broken).toEqual([])
})
