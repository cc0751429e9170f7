import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { crashPoints } from '#platform/crash-points.ts'
import { isKilled } from '../crash/armed-shop.ts'
import { openSimulation } from './simulation-environment.ts'
import type { PlannedFault, ReachedMoment, SweepReport } from './sweep.ts'
import { alone, isOfMoney, transactionsOf } from './transactions.ts'

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

test('without crashes the simulated month completes', () => {
  expect(calm.broken).toEqual([])
  // 49.99 less 20 %, 9.998, rounded 10.00; then 49.99 at once, and a month later nothing, for credit pays it; 39.99 and
  // 7.25 % of it, once whole and once less 10.00 of credit, and once more by credit alone; 64.99, which is given back;
  // 64.99 and 49.99 for a gift with it; 39.99, once more at once, refunded, and once more after a pause, a
  // cancellation
  // and a new start; 64.99 and 10.00 of shipping to Berlin, given back as credit; 64.99 that
  // a bank takes back; 64.99 that staff refund at the desk; 49.99 once, and once more at a higher price; 254.94 and 134.97 that
  // staff give back for a return and for a report.
  expect(calm.taken).toEqual([
    3289, 3999, 3999, 3999, 3999, 4289, 4999, 4999, 5999, 6499, 6499, 6499, 7499, 11498, 13497, 25494,
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

/** Every step at which no real process is killed, every cycle opened, and each table at its first time. */
const ends = calm.moments.filter((moment, at) => {
  const isNextToStep = calm.moments[at + 1]?.kind === 'step'
  const isChosen =
    moment.kind === 'step'
      ? !isKilled(moment.name) && isFirst(moment, at)
      : moment.when === 'after' && isFirst(moment, at) && !isNextToStep
  return isChosen || isOpened(moment)
})

/** Of each action one moment together: the invariants are checked after each end. `npm run crash-sweep` has each alone. */
const endsByMonth = [...Map.groupBy(ends, ({ actionNumber }) => actionNumber).values()].reduce<
  ReachedMoment[][]
>((months, ofAction) => {
  for (const [at, end] of ofAction.entries()) (months[at] ??= []).push(end)
  return months
}, [])

const endMonths = endsByMonth.map((month) => ({
  keys: month.map(({ key }) => key),
  log: month.map(({ key }) => key).join('; '),
}))

test.for(endMonths)('killed in $log: charged once, settled within 60 s', async ({ keys, log }) => {
  expect(await wrongIn(log, { ends: keys })).toEqual([])
})

/** The worst of the faults, an answer that is lost, of the first request of each kind. */
const faults = calm.requests
  .filter((request) => calm.requests.find(({ name }) => name === request.name) === request)
  .map(({ key }) => ({ key, kind: 'time-out after success' as const }))

/** Every third one together: a lost answer is found again before the next one is lost. */
const faultsByMonth = [0, 1, 2].map((first) => faults.filter((_, at) => at % 3 === first))

const faultMonths = faultsByMonth.map((month) => ({
  month,
  log: month.map(({ key, kind }) => `${kind} of ${key}`).join('; '),
}))

test.for(faultMonths)('with $log: charged once', async ({ month }) => {
  expect(await sweep({ faults: month })).toMatchObject({ happened: true, broken: [], taken: calm.taken })
})

/**
 * Nobody in the month is asked by a bank about an order that is owed, no operator sends evidence, no refund begins at the
 * processor, no staff act on many orders or save a long list or send a newsletter, nothing is packed by hand, and the shop
 * has no partner; `test/crash` has all of these.
 */
const isInMonth = (step: string): boolean =>
  step !== 'dunning: question ended' &&
  step !== 'dispute: evidence sent' &&
  step !== 'refund: report read' &&
  step !== 'refund: report recorded' &&
  step !== 'bulk action: order done' &&
  step !== 'order export: part written' &&
  step !== 'newsletter: copy claimed' &&
  step !== 'partner: done' &&
  step !== 'webhook: sent' &&
  step !== 'shipment: packed'

/** When a session at the desk was last used: one statement by itself, which the next request writes again. */
const isLastUse = (write: string): boolean => write.endsWith(' writes staff_session')

test('the simulated month passes every crash point and every multi-statement transaction', () => {
  expect([...reached].toSorted()).toEqual(crashPoints.filter(isInMonth).toSorted())
  expect([...outsideAnyAction].filter(isOfMoney).filter((write) => !isLastUse(write))).toEqual([])
  const missed = transactionsOf(join(import.meta.dirname, '../..')).filter(({ site }) => !walked.has(site))
  expect(missed.map(({ name }) => name).toSorted()).toEqual(alone.map(([name]) => name).toSorted())
})
