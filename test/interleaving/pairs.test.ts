import { afterAll, expect, test } from 'vitest'
import type { Action } from './action.ts'
import { allActions } from './all-actions.ts'
import { bulkActions } from './bulk-actions.ts'
import { deskActions } from './desk-actions.ts'
import { sweepPair } from './pairs.ts'
import { increasesPrice } from './price-actions.ts'
import { returnActions } from './return-actions.ts'
import { following } from './schedules.ts'
import { stopActions } from './stop-actions.ts'
import { openInterleavingEnvironment } from './environment.ts'

// `npm run interleavings` runs all of them.
const isFullRun = process.env['INTERLEAVINGS'] === 'full'

const environment = await openInterleavingEnvironment()
let runs = 0
afterAll(async () => {
  await environment.close()
  if (isFullRun) console.info(`${runs} orders of pairs`)
})

const named = (name: string): Action => {
  const found = allActions.find((action) => action.name === name)
  if (!found) throw new Error(`there is no action ${name}`)
  return found
}

/** Pairs whose actions affect the same order, subscription or charge. */
const chosenPairs = [
  ['renewal run', 'cancel'],
  ['renewal run', 'new card'],
  ['renewal run', 'dispute'],
  ['renewal run', 'purchase with credit'],
  ['purchase with credit', 'credit grant'],
  ['purchase', 'purchase'],
  ['repeated purchase', 'webhook'],
  ['withdrawal', 'refund'],
  ['withdrawal', 'packing'],
  ['gift claim', 'refund of a gift'],
  ['renewal run', 'cancel at the desk'],
  ['withdrawal', 'shipping by a partner'],
  ['hold', 'shipping'],
  ['received return', 'canceled return'],
  ['received return', 'refund of a returned order'],
  ['stop of a bulk action', 'job of a bulk action'],
  ['renewal run', 'stopped price increase'],
].map(([one = '', other = '']) => [named(one), named(other)] as const)

const dueWork = ['renewal run', 'pending charges', 'notices', 'webhook', 'shipping']

/** A grant is one transaction, which has no boundary inside: two of them are stopped at every statement. */
const statementPairs = [[named('credit grant'), named('credit grant')] as const]

/**
 * Every pair, each action with itself too; a price increase, which is checked a month later, with actions that do not change
 * Ada's dates.
 */
const allPairs = [
  ...allActions.flatMap((action, at) => allActions.slice(at).map((other) => [action, other] as const)),
  ...[...dueWork, 'new card', 'purchase with credit'].map((name) => [named(name), increasesPrice] as const),
]

test.for([...deskActions, ...returnActions, ...bulkActions, ...stopActions])(
  'action $name succeeds alone',
  async (action) => {
    const played = await environment.play([action], following([{ actor: 'A', turns: null }], 'statement'))
    expect(played.summaries.join()).not.toMatch(/^[A-Z_]+$/)
    expect(played.broken).toEqual([])
  },
)

const [first = 1, last = allPairs.length] = (process.env['PAIRS'] ?? '')
  .split('-')
  .map((at) => Number(at) || undefined)

/** Those among some actions alone, when they are named. */
const actions = (process.env['ACTIONS'] ?? '').split(',').filter((name) => name !== '')
const isWanted = (pair: readonly [Action, Action]): boolean =>
  actions.length === 0 || pair.every(({ name }) => actions.includes(name))

const isAtStatements = isFullRun && process.env['STOPS'] !== 'boundaries'
const stopsTwice = isFullRun && process.env['STOPS'] === 'twice'

const pairs = (
  isFullRun ? allPairs.slice(first - 1, last).filter(isWanted) : [...chosenPairs, ...statementPairs]
).map((pair) => ({
  name: `${pair[0].name} × ${pair[1].name}`,
  pair,
  granularity:
    isAtStatements || statementPairs.includes(pair) ? ('statement' as const) : ('boundary' as const),
}))

test.for(pairs)('$name', { timeout: isFullRun ? 3_600_000 : 300_000 }, async ({ pair, granularity }) => {
  const report = await sweepPair(environment, pair, { granularity, stopsTwice })
  runs += report.runs
  if (isFullRun) console.info(`${report.runs} orders, ${report.broken.length} broken`)
  expect(report.broken).toEqual([])
})
