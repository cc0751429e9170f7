import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { crashPoints } from '#platform/crash-points.ts'
import { isKilled } from '../crash/armed-shop.ts'
import { networkFaults } from './outside.ts'
import type { NetworkFault } from './outside.ts'
import { openSimulation } from './simulation-environment.ts'
import type { ReachedMoment, SweepReport, PlannedFault } from './sweep.ts'
import { alone, isOfMoney, transactionsOf } from './transactions.ts'

// `npm run crash-sweep` walks the whole.
const isFullRun = process.env['SWEEP'] === 'full'

const simulation = await openSimulation()
afterAll(() => simulation.close())

/** Lines of the shop at which a transaction of the months was opened, and what was written outside of any. */
const walked = new Set<string>()
const outsideAnyAction = new Set<string>()
const reached = new Set<string>()

/** Lives through the month and notes which transactions and steps of the shop it came by. */
const sweep = async (trouble: PlannedFault): Promise<SweepReport> => {
  const swept = await simulation.sweep(trouble)
  for (const { kind, when, name, sites } of swept.moments) {
    if (kind === 'step') reached.add(name)
    // The queue writes by itself whose job is done.
    if (kind !== 'commit' || when === 'before' || name.startsWith('pgboss.')) continue
    const [innermost = '', ...outer] = sites()
    if (!innermost.startsWith('src/platform/transaction.ts'))
      outsideAnyAction.add(`${innermost} writes ${name}`)
    else walked.add(outer.find((site) => !site.startsWith('src/platform/')) ?? '')
  }
  return swept
}

const calm = await sweep({})

test('without trouble the month is whole', () => {
  expect(calm.broken).toEqual([])
  // 49.99 less 20 %, 9.998, rounded 10.00; then 49.99 at once, and a month later nothing, for credit pays it; 39.99 and
  // 7.25 % of it, once whole and once less 10.00 of credit, and once more by credit alone; 64.99, which is given back;
  // 64.99 and 49.99 for a gift with it; 39.99, once more at once, refunded, and once more after a pause, a
  // cancellation
  // and a new start; 64.99 and 10.00 of shipping to Berlin, given back as credit; 64.99 that
  // a bank takes back; 64.99 that staff refund at the desk; 49.99 once, and once more at a higher price.
  expect(calm.taken).toEqual([
    3289, 3999, 3999, 3999, 3999, 4289, 4999, 4999, 5999, 6499, 6499, 6499, 7499, 11498,
  ])
})

const describeMoment = ({ when, kind, name }: ReachedMoment): string => `${when} the ${kind} "${name}"`

/** What went wrong in a month with this trouble, after some words about it. */
const wrongIn = async (log: string, trouble: PlannedFault): Promise<string[]> => {
  const { happened, broken, taken } = await sweep(trouble)
  const wrong = [...broken]
  if (!happened) wrong.push('the trouble did not come')
  if (taken.join() !== calm.taken.join()) wrong.push(`${taken.join(', ')} taken`)
  return wrong.map((sentence) => `${log}: ${sentence}`)
}

const isFirst = ({ kind, name }: ReachedMoment, index: number): boolean =>
  calm.moments.findIndex((other) => other.kind === kind && other.name === name) === index

/** One of them is paid by credit alone: no charge would remind of it, should its process end here. */
const isOpened = ({ name }: ReachedMoment): boolean => name === 'renewal: cycles opened'

/** In the tests every step at which no real process is killed, every cycle opened, and each table at its first time. */
const ends = calm.moments.flatMap((moment, at) => {
  const isNextToStep = calm.moments[at + 1]?.kind === 'step'
  const isChosen =
    moment.kind === 'step'
      ? !isKilled(moment.name) && isFirst(moment, at)
      : moment.when === 'after' && isFirst(moment, at) && !isNextToStep
  return isFullRun || isChosen || isOpened(moment) ? [{ at, log: describeMoment(moment) }] : []
})

test.for(ends)('ended $log, moment $at: charged once, settled within 60 s', async ({ at, log }) => {
  expect(await wrongIn(log, { end: at })).toEqual([])
})

/** In the tests the worst of the faults, an answer that is lost, of the first request of each kind. */
const isTried = (request: string, at: number, fault: NetworkFault): boolean =>
  isFullRun || (calm.requests.indexOf(request) === at && fault === 'time-out after success')

const faults = calm.requests.flatMap((request, at) =>
  networkFaults.filter((kind) => isTried(request, at, kind)).map((kind) => ({ at, kind, request })),
)

/** The moments from a request on until its action is over: then nothing is in flight anymore. */
const afterRequest = (
  { moments }: SweepReport,
  request: number,
): { readonly at: number; readonly log: string }[] => {
  const requestMoments = moments.flatMap(({ kind, when }, at) =>
    kind === 'request' && when === 'before' ? [at] : [],
  )
  const from = requestMoments[request] ?? moments.length
  return moments.flatMap((moment, at) =>
    at >= from && moment.actionNumber === moments[from]?.actionNumber
      ? [{ at, log: describeMoment(moment) }]
      : [],
  )
}

test.for(faults)('$kind of request $at, $request: charged once', { timeout: 1_800_000 }, async (fault) => {
  const swept = await sweep({ fault })
  expect(swept).toMatchObject({ happened: true, broken: [], taken: calm.taken })
  const wrong: string[] = []
  for (const { at, log } of isFullRun ? afterRequest(swept, fault.at) : [])
    wrong.push(...(await wrongIn(`moment ${at}, ${log}`, { end: at, fault })))
  expect(wrong).toEqual([])
})

/**
 * Nobody in the month is asked by a bank about an order that is owed or returns anything, no operator sends evidence, no
 * refund begins at the processor, no staff act on many orders or save a long list or send a newsletter, and the shop has no partner; `test/crash`
 * has all of these.
 */
const isInMonth = (step: string): boolean =>
  step !== 'dunning: question ended' &&
  step !== 'dispute: evidence sent' &&
  step !== 'refund: report read' &&
  step !== 'refund: report recorded' &&
  step !== 'return label: carrier answered' &&
  step !== 'bulk act: order done' &&
  step !== 'order export: part written' &&
  step !== 'newsletter: copy claimed' &&
  step !== 'partner: done' &&
  step !== 'webhook: sent' &&
  step !== 'problem: recorded'

test('the month comes by every step, and by every transaction that is not alone', () => {
  expect([...reached].toSorted()).toEqual(crashPoints.filter(isInMonth).toSorted())
  expect([...outsideAnyAction].filter(isOfMoney)).toEqual([])
  const missed = transactionsOf(join(import.meta.dirname, '../..')).filter(({ site }) => !walked.has(site))
  expect(missed.map(({ name }) => name).toSorted()).toEqual(alone.map(([name]) => name).toSorted())
})
