import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { changePrice } from '#catalogue/server/catalogue-versions.ts'
import { crashPoints } from '#platform/crash-points.ts'
import { inTransaction } from '#platform/transaction.ts'
import { seededRandom, type SeededRandom } from '../support/random.ts'
import { readBalance } from '#payment/payout/server/payouts.ts'
import { liveOn } from './aftermath.ts'
import { brokenFees, unfairRefunds } from './recount-refunds.ts'
import { grantCreditOnce, recover } from './actions.ts'
import { giveOrClaim } from './gifts.ts'
import { chargedAfterStop, workAtDesk } from './desk-actions.ts'
import { untrueCases } from './case-truth.ts'
import { workOnCases } from './cases.ts'
import { workOnOrder } from './order-actions.ts'
import { hirePackers, packOn } from './packing.ts'
import { networkFaults, openOutside } from './outside.ts'
import { buy, newPerson, outcomeOf, describeOutcome, type Person } from './people.ts'
import type { SimulationDatabase } from './crashable.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'
import { makeRandomChange } from './subscription-changes.ts'
import { brokenAtRest } from './consistency.ts'

const opening = Temporal.Instant.from('2031-01-06T15:00:00Z')

/** What happened in a life, and what may not have. */
export interface SimulationReport {
  readonly log: readonly string[]
  readonly broken: readonly string[]
  /** What there was of each kind, to see that it happens. */
  readonly counts: Readonly<Record<string, number>>
  /** Of all log lines and of the final records. */
  readonly hash: string
}

interface SimulationRun {
  readonly shop: SimulatedShop
  readonly random: SeededRandom
  /** Of what happens after orders. */
  readonly aftermath: SeededRandom
  /** Of what staff do who pack. */
  readonly packing: SeededRandom
  /** Of what staff do to many orders and subscriptions at once. */
  readonly desk: SeededRandom
  /** Of what staff do to one order. */
  readonly orders: SeededRandom
  /** Of what staff do about what waits for somebody. */
  readonly cases: SeededRandom
  readonly casePercent: number
  readonly people: readonly Person[]
  readonly broken: string[]
}

const passTime = async ({ shop, random }: SimulationRun): Promise<string> => {
  const hours = random.isWithinPercent(30) ? 1 + random.intBelow(23) : 24 * (1 + random.intBelow(45))
  const moment = shop.outside.clock.now().add({ hours })
  const passed = await outcomeOf(shop, shop.travelTo(moment))
  const summary = describeOutcome(
    passed,
    (stops) => `${stops.reduce((sum, { renewals }) => sum + renewals, 0)} renewals`,
  )
  // A shop that has ended does not stop the clock.
  shop.outside.moveTo(moment)
  return `${hours} hours pass: ${summary}`
}

const repricePlan = async ({ shop, random }: SimulationRun): Promise<string> => {
  const [code, cents] = [random.oneOf(['syn-wk', 'syn-rf', 'vs-rf']), 3_000 + random.intBelow(4_000)]
  const changed = await outcomeOf(
    shop,
    inTransaction(shop.deps(), (tx) => changePrice(tx, code, cents)),
  )
  return `${code} costs ${cents}: ${describeOutcome(changed, () => 'done')}`
}

const giveCredit = async ({ shop, random }: SimulationRun, person: Person): Promise<string> => {
  const cents = 1 + random.intBelow(9_000)
  const source = `life:${random.intBelow(1_000_000_000)}`
  const given = await outcomeOf(shop, grantCreditOnce(shop, person, cents, source))
  return `${person.email} is given ${cents} of credit: ${describeOutcome(given, (known) => (known ? 'done' : 'nobody'))}`
}

const scheduleCrash = ({ shop, random }: SimulationRun): string => {
  if (random.isWithinPercent(25)) {
    shop.kill()
    return 'the shop is killed'
  }
  const [step, passes] = [random.oneOf(crashPoints), random.intBelow(3)]
  shop.crashAtStep(step, passes)
  return `the shop will end at "${step}" after ${passes}`
}

const runEvent = async (run: SimulationRun): Promise<string> => {
  const { shop, random, people, broken } = run
  const person = random.oneOf(people)
  const percentile = random.intBelow(100)
  // A member without a purchase has no subscription to change.
  const isNew = !shop.outside.mails.some(({ to }) => to === person.email)
  if (percentile < (isNew ? 65 : 25)) return `${person.email} ${await buy(shop, random, person)}`
  if (percentile < 65) {
    const outcome = await makeRandomChange(shop, random, person)
    broken.push(...outcome.broken)
    return `${person.email} ${outcome.log}`
  }
  if (percentile < 72) return `${person.email} ${await giveOrClaim(shop, random, person)}`
  if (percentile < 86) return passTime(run)
  if (percentile < 95) return scheduleCrash(run)
  return percentile < 98 ? repricePlan(run) : giveCredit(run, person)
}

const runEvents = async (run: SimulationRun, events: number, log: string[]): Promise<void> => {
  const { shop, random, aftermath, packing, people, broken } = run
  const atDesk = [
    [run.desk, 25, workAtDesk],
    [run.orders, 30, workOnOrder],
    [run.cases, run.casePercent, workOnCases],
  ] as const
  for (let event = 0; event < events; event += 1) {
    await shop.publishElsewhere()
    log.push(await runEvent(run))
    if (shop.isRunning() && aftermath.isWithinPercent(60)) log.push(await liveOn(shop, aftermath, people))
    if (shop.isRunning() && packing.isWithinPercent(50)) log.push(await packOn(shop, packing, people))
    for (const [chance, percent, work] of atDesk) {
      if (!shop.isRunning() || !chance.isWithinPercent(percent)) continue
      const action = await work(shop, chance, people)
      log.push(action.log)
      broken.push(...action.broken)
    }
    if (shop.isRunning())
      await outcomeOf(
        shop,
        shop.deliver(() => random.intBelow(3)),
      )
    if (!shop.isRunning()) {
      // A buyer who came back before that would wait for the lost answer, in real time.
      await recover(shop)
      log.push('opened again')
    }
    shop.outside.moveTo(shop.outside.clock.now().add({ seconds: 1 + random.intBelow(600) }))
  }
}

/** The network is well again, nothing ends the shop any more, and two days pass. */
const settleShop = async ({ shop }: SimulationRun): Promise<void> => {
  shop.outside.injectFaults(() => null)
  shop.neverCrash()
  await shop.deliver(() => 1)
  for (let day = 0; day < 2; day += 1) await shop.travelTo(shop.outside.clock.now().add({ hours: 24 }))
}

const recordsOf = async (shop: SimulatedShop): Promise<string> => {
  const { rows } = await sql`select
      (select json_agg(o order by number) from (select number, total_cents, placed_at from "order") o) as orders,
      (select json_agg(c order by id) from (select id, idempotency_key, state from charge) c) as charges,
      (select json_agg(s order by id) from (select id, state, next_order_on, version from subscription) s) as held`
    .execute(shop.deps().database) // prettier-ignore
  return JSON.stringify(rows)
}

/** The money by the processor's own records and by the columns of orders: no code of the shop counts it. */
const brokenMoney = async (shop: SimulatedShop): Promise<string[]> => {
  await readBalance(shop.services())
  const { database } = shop.deps()
  return [...(await unfairRefunds(database)), ...(await brokenFees(database, shop.outside))]
}

const countsOf = async (shop: SimulatedShop): Promise<Record<string, number>> => {
  const { rows } = await sql<{ what: string; n: number }>`
    select 'returns ' || state as what, count(*)::int as n from order_return group by 1
    union all select 'problems ' || state, count(*)::int from order_problem group by 1
    union all select 'withdrawals ' || state, count(*)::int from withdrawal group by 1
    union all select 'disputes ' || state, count(*)::int from dispute group by 1
    union all select 'shipments ' || state, count(*)::int from shipment group by 1
    union all select 'refunds ' || reason, count(*)::int from refund group by 1
    union all select 'batches ' || case when closed_at is null then 'open' else 'closed' end, count(*)::int
      from desk_batch group by 1
    union all select 'shipments of batches, ' || state, count(*)::int from desk_batch_line group by 1
    union all select 'bulk actions, ' || act, count(*)::int from desk_bulk where started_at is not null group by 1
    union all select 'price increases' || case when undone_at is null then '' else ', stopped' end, count(*)::int
      from price_increase group by 1
    union all select 'rows of files, shipped', coalesce(sum(shipped), 0)::int from desk_tracking_import
    union all select 'orders', count(*)::int from "order"`.execute(shop.deps().database)
  return Object.fromEntries(rows.map(({ what, n }) => [what, n]))
}

/** Added to a seed for its further streams of chance. */
const aftermathSeed = 1_000_003
const packingSeed = 2_000_003
const deskSeed = 3_000_003
const orderSeed = 4_000_003
const caseSeed = 5_000_003

/** One simulation of a shop, the same for the same seed, on a database of a new shop. */
export const simulateMembers = async (
  database: SimulationDatabase,
  seed: number,
  events = 14,
  /** How often staff do something about a case after an event. */
  casePercent = 50,
): Promise<SimulationReport> => {
  const random = seededRandom(seed)
  const outside = openOutside(random, opening)
  const faultPercent = random.intBelow(30)
  const shop = await openSimulatedShop(database, outside)
  const log: string[] = []
  try {
    outside.injectFaults(() => (random.isWithinPercent(faultPercent) ? random.oneOf(networkFaults) : null))
    const people = Array.from({ length: 2 + random.intBelow(3) }, (_, number) => newPerson(random, number))
    await hirePackers(shop.deps().database, outside.clock.now())
    const [aftermath, packing] = [seededRandom(seed + aftermathSeed), seededRandom(seed + packingSeed)]
    const [desk, orders] = [seededRandom(seed + deskSeed), seededRandom(seed + orderSeed)]
    const cases = seededRandom(seed + caseSeed)
    const run = { shop, random, aftermath, packing, desk, orders, cases, casePercent, people, broken: [] }
    await runEvents(run, events, log)
    await settleShop(run)
    const { database: db } = shop.deps()
    const atRest = [
      ...(await brokenAtRest(shop)),
      ...(await chargedAfterStop(db)),
      ...(await untrueCases(db)),
    ]
    const broken = [...run.broken, ...atRest, ...(await brokenMoney(shop))]
    const hash = createHash('sha256')
      .update(log.join('\n'))
      .update(await recordsOf(shop))
      .digest('hex')
    return { log, broken, hash, counts: await countsOf(shop) }
  } catch (thrown) {
    throw new Error(`seed ${seed}:\n${log.join('\n')}`, { cause: thrown })
  } finally {
    await shop.close()
    outside.close()
  }
}
