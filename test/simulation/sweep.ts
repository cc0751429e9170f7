import { seededRandom } from '../support/random.ts'
import { places } from '../support/places.ts'
import { readProcessorRecords } from '../support/card-pages.ts'
import {
  bringsCard,
  buys,
  claims,
  gives,
  receivesCredit,
  ordersNow,
  passes,
  paysOwed,
  recover,
  cancelsOrder,
  type Action,
} from './actions.ts'
import type { BoundaryMoment } from './boundaries.ts'
import {
  isHeldAtDesk,
  isRaised,
  isRefundedAtDesk,
  isReleasedAtDesk,
  isReshippedAtDesk,
  isShippedAtDesk,
} from './desk-month.ts'
import {
  arrives,
  getsCreditAtDesk,
  isActedFor,
  isParked,
  isPricedByMarketing,
  isReceivedBySecond,
  isRefundedForReport,
  isTakenUp,
} from './desk-month-cases.ts'
import { hirePackers } from './packing.ts'
import { returnsShipment, isRefunded, changesSubscription, undoes } from './corrections.ts'
import { openOutside, type NetworkFault } from './outside.ts'
import type { SimulationDatabase } from './crashable.ts'
import { newBrowser, openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'
import { brokenAtRest } from './consistency.ts'

const opening = Temporal.Instant.from('2031-01-06T15:00:00Z')

const personIn = (number: number, place: 'oregon' | 'california' | 'berlin') => ({
  email: `person-${number}@example.com`,
  browser: newBrowser(`203.0.113.${number}`, places[place].country, places[place].region || 'XX'),
  place,
  cards: [],
  plans: [],
})

/** A month with every way in which the shop takes and returns money. */
const month = (): readonly Action[] => {
  const [ada, ben, cara] = [personIn(1, 'oregon'), personIn(2, 'california'), personIn(3, 'oregon')]
  const [dan, eve, finn] = [personIn(4, 'oregon'), personIn(5, 'california'), personIn(6, 'oregon')]
  const [gesa, hana, ivo] = [personIn(7, 'berlin'), personIn(8, 'oregon'), personIn(9, 'oregon')]
  const [jo, kim, lou] = [personIn(10, 'oregon'), personIn(11, 'oregon'), personIn(12, 'oregon')]
  const form = (last: string): string => `00000000-0000-4000-8000-0000000000${last}`
  return [
    buys(ada, 'syn-rf', 'approve', 'FIRST100'),
    buys(ben, 'vs-rf', 'renewal-no-funds'),
    ordersNow(ada),
    // Her next order is paid whole by it, and his as far as it goes: refused, set free again, spent by the link.
    receivesCredit(ada, 6_000),
    receivesCredit(ben, 1_000),
    bringsCard(ada, 'mastercard'),
    buys(cara, 'vs-rst', 'approve'),
    cancelsOrder(cara),
    isRefunded(ada, 500),
    undoes(ben, { action: 'skip' }),
    // What staff do at the desk to one order, a step after the other.
    buys(ivo, 'vs-rst', 'approve'),
    isHeldAtDesk(ivo),
    isReleasedAtDesk(ivo),
    isShippedAtDesk(ivo, '1Z999AA10123456784'),
    isReshippedAtDesk(ivo, form('d7')),
    isRefundedAtDesk(ivo, form('d1')),
    // What staff do about what waits for somebody: a report, a return above a limit, the catalogue.
    buys(kim, 'syn-rf-6mo', 'approve'),
    arrives(kim, '1Z999AA10123456785', 'delivered'),
    isReceivedBySecond(kim, form('d2')),
    buys(lou, 'syn-rf-3mo', 'approve'),
    arrives(lou, '1Z999AA10123456786', 'lost'),
    isRefundedForReport(lou, form('d3')),
    isPricedByMarketing('vs-wk', '58.99', form('d4')),
    // Her bank takes the money back after three days; nobody answers, and it is lost.
    buys(hana, 'vs-rst', 'disputed'),
    gives(dan, eve.email, 5, 'vs-rst', 'approve'),
    buys(finn, 'vs-rf', 'approve'),
    undoes(finn, { action: 'order-now' }),
    // Within a visit of staff to her pages.
    isActedFor(finn, (today) => ({ action: 'pause', until: today.add({ days: 20 }).toString() }), 'paused'),
    // Her next order is the first at the higher price.
    buys(jo, 'pds-rf', 'approve'),
    isRaised('pds-rf', 5_999, 30),
    passes(28),
    buys(gesa, 'vs-rst', 'refund-refused'),
    isParked(jo),
    passes(3),
    isTakenUp(jo, form('d5')),
    paysOwed(ben, 'mastercard'),
    claims(eve),
    // Paid completely by credit: nothing is charged.
    receivesCredit(ben, 9_000, 'once more'),
    ordersNow(ben),
    cancelsOrder(gesa, 'awaiting-return'),
    returnsShipment(gesa),
    getsCreditAtDesk(gesa, form('d6')),
    changesSubscription(finn, () => ({ action: 'cancel' })),
    changesSubscription(finn, (today) => ({
      action: 'reactivate',
      next_order_on: today.add({ days: 1 }).toString(),
    })),
    passes(1),
  ]
}

/**
 * What pg-boss writes by itself is no moment of the month: its supervisor comes by every 10 s of the machine's own time, so
 * a slow machine has moments where a fast one has none, and every moment counted after one of them would be another. A job
 * that was taken or done differs only in a state that `reopen` treats alike.
 */
const isOfQueue = ({ name, sites }: BoundaryMoment): boolean =>
  name.startsWith('pgboss.') && !(sites()[0] ?? '').startsWith('src/platform/transaction.ts')

/**
 * Sums of days that are over wait for older transactions, also for those of other databases of the server, so that how often
 * they are made differs from run to run. `test/scenarios/day-sums.test.ts` interrupts them.
 */
const isOfSums = ({ kind, name }: BoundaryMoment): boolean => kind === 'commit' && name.startsWith('report_')

/** What goes wrong in a month: the process ends, or requests to the processor or the carrier have faults, or both. */
export interface PlannedFault {
  /** Keys of the moments at which the process ends. */
  readonly ends?: readonly string[]
  /** Keys of the requests, and what becomes of each. */
  readonly faults?: readonly { readonly key: string; readonly kind: NetworkFault }[]
}

/** A moment of the month and the number of its action. */
export interface ReachedMoment extends BoundaryMoment {
  readonly actionNumber: number
  /** The same in every month that has come to it without trouble in this action. */
  readonly key: string
}

/** A request to the processor or the carrier. */
export interface MadeRequest {
  /** As `POST /v1/charges`. */
  readonly name: string
  readonly key: string
}

/** Numbers things of the same name in their order. */
const createKeys = () => {
  const counts = new Map<string, number>()
  return (name: string): string => {
    const before = counts.get(name) ?? 0
    counts.set(name, before + 1)
    return `${name}, after ${before}`
  }
}

export interface SweepReport {
  /** Whether every planned fault occurred. */
  readonly happened: boolean
  readonly broken: readonly string[]
  /** What the processor took, each charge in cents, the smallest first. */
  readonly taken: readonly number[]
  /** In order. */
  readonly requests: readonly MadeRequest[]
  /** Every boundary that was met, in order, before it and after it. */
  readonly moments: readonly ReachedMoment[]
}

/**
 * Nothing is retried: 60 seconds after the restart everything is settled nevertheless, or as long after the fault when
 * the fault affects the restarted shop's requests.
 */
const settledWithinAMinute = async (shop: SimulatedShop, faults: () => number): Promise<string[]> => {
  const before = faults()
  await recover(shop)
  if (faults() > before) await recover(shop)
  return (await brokenAtRest(shop)).map((sentence) => `60 s after the restart: ${sentence}`)
}

/** Lives through the month once, on a database that is as a new shop's. Webhooks are lost, so that nothing depends on them. */
export const sweepMonth = async (
  database: SimulationDatabase,
  { ends = [], faults = [] }: PlannedFault,
): Promise<SweepReport> => {
  const outside = openOutside(seededRandom(7), opening)
  const requests: MadeRequest[] = []
  const keyOfRequest = createKeys()
  let faultsSeen = 0
  outside.injectFaults((name) => {
    const key = keyOfRequest(name)
    requests.push({ name, key })
    const fault = faults.find((one) => one.key === key)
    if (fault) faultsSeen += 1
    return fault?.kind ?? null
  })
  const moments: ReachedMoment[] = []
  // Before the first action the shop is opened, which is not part of the month.
  let actionNumber = -1
  let endsSeen = 0
  const keyOfMoment = createKeys()
  const shop = await openSimulatedShop(database, outside, (moment) => {
    if (actionNumber < 0 || isOfQueue(moment) || isOfSums(moment)) return false
    const key = keyOfMoment(`${actionNumber}: ${moment.when} the ${moment.kind} "${moment.name}"`)
    moments.push({ ...moment, actionNumber, key })
    if (!ends.includes(key)) return false
    endsSeen += 1
    return true
  })
  await hirePackers(shop.deps().database, outside.clock.now())
  const broken: string[] = []
  shop.onReopen(async () => void broken.push(...(await settledWithinAMinute(shop, () => faultsSeen))))
  try {
    for (const runAction of month()) {
      actionNumber += 1
      await shop.publishElsewhere()
      await runAction(shop)
    }
    broken.push(...(await brokenAtRest(shop)))
    const records = (await readProcessorRecords(outside.records)).filter(({ state }) => state === 'succeeded')
    const taken = records.map(({ cents }) => cents).toSorted((a, b) => a - b)
    return {
      happened: endsSeen === ends.length && faultsSeen === faults.length,
      broken,
      taken,
      requests,
      moments,
    }
  } finally {
    await shop.close()
    outside.close()
  }
}

/** The moments from a request on until its action is over: then nothing is in flight anymore. */
export const afterRequest = ({ moments, requests }: SweepReport, key: string): readonly ReachedMoment[] => {
  const requestMoments = moments.flatMap(({ kind, when }, at) =>
    kind === 'request' && when === 'before' ? [at] : [],
  )
  const from = requestMoments[requests.findIndex((request) => request.key === key)] ?? moments.length
  return moments.filter((moment, at) => at >= from && moment.actionNumber === moments[from]?.actionNumber)
}
