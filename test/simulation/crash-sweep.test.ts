import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { crashPoints } from '#platform/crash-points.ts'
import { isKilled } from '../crash/armed-shop.ts'
import { networkFaults, type NetworkFault } from './outside.ts'
import { openSimulation } from './simulation-environment.ts'
import type { MadeRequest, PlannedFault, ReachedMoment, SweepReport } from './sweep.ts'
import { alone, isOfMoney, transactionsOf } from './transactions.ts'

// `npm run crash-sweep` runs all of it.
const isFullRun = process.env['SWEEP'] === 'full'

const simulation = await openSimulation()
afterAll(() => simulation.close())

/** Lines of the shop at which a transaction of the months was opened, and what was written outside of any. */
const walked = new Set<string>()
const outsideAnyAction = new Set<string>()
const reached = new Set<string>()

/** Simulates the month and notes which transactions and steps of the shop ran. */
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
const ends = calm.moments.filter((moment, at) => {
  const isNextToStep = calm.moments[at + 1]?.kind === 'step'
  const isChosen =
    moment.kind === 'step'
      ? !isKilled(moment.name) && isFirst(moment, at)
      : moment.when === 'after' && isFirst(moment, at) && !isNextToStep
  return isFullRun || isChosen || isOpened(moment)
})

/** Moments alone, or in the tests one of each action together: the invariants are checked after each end. */
const endsByMonth = isFullRun
  ? ends.map((end) => [end])
  : [...Map.groupBy(ends, ({ actionNumber }) => actionNumber).values()].reduce<ReachedMoment[][]>(
      (months, ofAction) => {
        for (const [at, end] of ofAction.entries()) (months[at] ??= []).push(end)
        return months
      },
      [],
    )

const endMonths = endsByMonth.map((month) => ({
  keys: month.map(({ key }) => key),
  log: month.map(({ key }) => key).join('; '),
}))

test.for(endMonths)('ended in $log: charged once, settled within 60 s', async ({ keys, log }) => {
  expect(await wrongIn(log, { ends: keys })).toEqual([])
})

/** In the tests the worst of the faults, an answer that is lost, of the first request of each kind. */
const isTried = (request: MadeRequest, fault: NetworkFault): boolean =>
  isFullRun ||
  (calm.requests.find(({ name }) => name === request.name) === request && fault === 'time-out after success')

const faults = calm.requests.flatMap((request) =>
  networkFaults.filter((kind) => isTried(request, kind)).map((kind) => ({ key: request.key, kind })),
)

/** Faults alone, or in the tests every third one together: a lost answer is found again before the next one is lost. */
const faultsByMonth = isFullRun
  ? faults.map((fault) => [fault])
  : [0, 1, 2].map((first) => faults.filter((_, at) => at % 3 === first))

/** The moments from a request on until its action is over: then nothing is in flight anymore. */
const afterRequest = ({ moments, requests }: SweepReport, key: string): readonly ReachedMoment[] => {
  const requestMoments = moments.flatMap(({ kind, when }, at) =>
    kind === 'request' && when === 'before' ? [at] : [],
  )
  const from = requestMoments[requests.findIndex((request) => request.key === key)] ?? moments.length
  return moments.filter((moment, at) => at >= from && moment.actionNumber === moments[from]?.actionNumber)
}

const faultMonths = faultsByMonth.map((month) => ({
  month,
  log: month.map(({ key, kind }) => `${kind} of ${key}`).join('; '),
}))

test.for(faultMonths)('$log: charged once', { timeout: 1_800_000 }, async ({ month, log }) => {
  const swept = await sweep({ faults: month })
  expect(swept).toMatchObject({ happened: true, broken: [], taken: calm.taken })
  const wrong: string[] = []
  const [first] = month
  for (const { key } of isFullRun && first ? afterRequest(swept, first.key) : [])
    wrong.push(...(await wrongIn(`${key} after ${log}`, { ends: [key], faults: month })))
  expect(wrong).toEqual([])
})

/**
 * Nobody in the month is asked by a bank about an order that is owed or returns anything, no operator sends evidence, no
 * refund begins at the processor, no staff act on many orders or save a long list or send a newsletter, nothing is published or
 * packed by hand, and the shop has no partner; `test/crash`
 * has all of these.
 */
const isInMonth = (step: string): boolean =>
  step !== 'dunning: question ended' &&
  step !== 'dispute: evidence sent' &&
  step !== 'refund: report read' &&
  step !== 'refund: report recorded' &&
  step !== 'return label: carrier answered' &&
  step !== 'bulk action: order done' &&
  step !== 'order export: part written' &&
  step !== 'newsletter: copy claimed' &&
  step !== 'partner: done' &&
  step !== 'webhook: sent' &&
  step !== 'problem: recorded' &&
  step !== 'shipment: packed' &&
  step !== 'publication: written' &&
  step !== 'publication: committed'

test('the month comes by every step, and by every transaction that is not alone', () => {
  expect([...reached].toSorted()).toEqual(crashPoints.filter(isInMonth).toSorted())
  expect([...outsideAnyAction].filter(isOfMoney)).toEqual([])
  const missed = transactionsOf(join(import.meta.dirname, '../..')).filter(({ site }) => !walked.has(site))
  expect(missed.map(({ name }) => name).toSorted()).toEqual(alone.map(([name]) => name).toSorted())
})
