import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { prepareBulkAction, startBulkAction, stopBulkAction, viewBulkAction } from '#desk/bulk-endpoints.ts'
import { stopDeskPriceIncrease } from '#desk/price-increase-endpoints.ts'
import { bulkActions } from '#desk/rules/bulk-action.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Database } from '#platform/schema.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { schedulePriceIncrease } from '#subscription/notice/server/price-increases.ts'
import type { SeededRandom } from '../support/random.ts'
import { untrueRows } from './bulk-truth.ts'
import { callIn, confirmAs, packers, uuidOf, type Packing } from './packing.ts'
import { describeOutcome, outcomeOf, type Person } from './people.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** What was done, and what staff read that is not so. */
interface DeskAction {
  readonly log: string
  readonly broken: readonly string[]
}

const logged = (log: string): DeskAction => ({ log, broken: [] })

const done = (): string => 'done'

const column = async (db: Kysely<Database>, query: string): Promise<readonly string[]> =>
  (await sql<{ value: string }>`${sql.raw(query)}`.execute(db)).rows.map(({ value }) => value)

/** Some orders, in the order of their numbers, so that a seed chooses the same ones again. */
const someOrders = async ({ shop, random }: Packing): Promise<readonly string[]> => {
  const all = await column(shop.deps().database, 'select id::text as value from "order" order by number')
  const chosen = all.filter(() => random.isWithinPercent(60))
  return chosen.length > 0 ? chosen : all.slice(0, 1)
}

/** Holds, releases or batches many orders; now and then it is started twice, or stopped while its job is due. */
const runsBulkAction = async (packing: Packing): Promise<DeskAction> => {
  const { shop, random } = packing
  const action = random.oneOf(bulkActions)
  const what = `does to many orders, ${action}`
  const ids = await someOrders(packing)
  if (ids.length === 0) return logged('has no orders to act on')
  const chosen = await callIn(packing, prepareBulkAction, {
    request_id: uuidOf(random),
    action,
    ids: [...ids],
  })
  if (chosen.kind !== 'answered') return logged(`${what}: ${describeOutcome(chosen, done)}`)
  const { id } = chosen.answer
  const seen = await callIn(packing, viewBulkAction, { id })
  if (seen.kind !== 'answered') return logged(`${what}: ${describeOutcome(seen, done)}`)
  if (seen.answer.acted === 0) return logged(`${what}: all of them are left out`)
  const form = { id, count: seen.answer.acted, reason: 'The lot is looked at.' }
  const times = random.isWithinPercent(30) ? 2 : 1
  const starts = await Promise.all(
    Array.from({ length: times }, () => callIn(packing, startBulkAction, form)),
  )
  const stops = random.isWithinPercent(30)
    ? callIn({ ...packing, staff: packers[1] }, stopBulkAction, { id })
    : Promise.resolve(null)
  const [stopped] = await Promise.all([stops, outcomeOf(shop, shop.runDueWork())])
  const said = starts.map((one) => describeOutcome(one, done)).join(' and ')
  const beside = stopped === null ? '' : `, stopped by another: ${describeOutcome(stopped, done)}`
  if (!shop.isRunning()) return logged(`${what}: ${said}${beside}`)
  const after = await callIn(packing, viewBulkAction, { id })
  const broken = after.kind === 'answered' ? await untrueRows(shop.deps().database, after.answer) : []
  return { log: `${what}: ${said}${beside}`, broken }
}

/** Owners have agreed on a higher price of a plan; no two of them are the same. */
const raisesPrice = async ({ shop, random, staff }: Packing): Promise<DeskAction> => {
  const today = Temporal.PlainDate.from(shop.outside.clock.now().toString().slice(0, 10))
  const requested = {
    planCode: random.oneOf(['syn-rf', 'vs-rf', 'pds-rf']),
    priceCents: 7_500 + random.intBelow(9_000),
    currency: 'USD' as const,
    effectiveOn: today.add({ days: 1 + random.intBelow(40) }).toString(),
  }
  const group = {
    id: uuidOf(random),
    reason: 'Jars cost more.',
    requestedBy: packers[0].staffId,
    approvedBy: staff.staffId,
  }
  const scheduled = await outcomeOf(
    shop,
    inTransaction(shop.deps(), (tx) => schedulePriceIncrease(tx, requested, group)),
  )
  const { planCode, effectiveOn } = requested
  return logged(
    `schedules a price increase of ${planCode} for ${effectiveOn}: ${describeOutcome(scheduled, (refused) => refused?.reason ?? 'done')}`,
  )
}

/** Stops one or takes it back, with the passkey used again, and now and then by two people at once. */
const stopsIncrease = async (packing: Packing): Promise<DeskAction> => {
  const { shop, random } = packing
  const { database } = shop.deps()
  const ids = await column(
    database,
    'select group_id::text as value from price_increase where undone_at is null and group_id is not null order by number',
  )
  if (ids.length === 0) return raisesPrice(packing)
  const id = random.oneOf(ids)
  for (const one of packers) await confirmAs(shop, one, stepUpActions.stopIncrease(id))
  const form = { id, reason: 'Jars cost less again.' }
  const people = random.isWithinPercent(30) ? packers : [packing.staff]
  const answers = await Promise.all(
    people.map((staff) => callIn({ ...packing, staff }, stopDeskPriceIncrease, form)),
  )
  // Of two people one stops it: each order of the two is a life of its own otherwise.
  const said = answers.map((one) => describeOutcome(one, ({ text }) => text)).toSorted()
  const stops = answers.filter(({ kind }) => kind === 'answered').length
  return {
    log: `stops a price increase: ${said.join(' and ')}`,
    broken: stops > 1 ? [`${stops} people read that they stopped the price increase ${id}`] : [],
  }
}

const actions = [
  runsBulkAction,
  runsBulkAction,
  runsBulkAction,
  raisesPrice,
  raisesPrice,
  stopsIncrease,
] as const

/** One action of the desk on many orders, or on the price of many subscriptions. */
export const workAtDesk = async (
  shop: SimulatedShop,
  random: SeededRandom,
  people: readonly Person[],
): Promise<DeskAction> => {
  const staff = random.oneOf(packers)
  const { log, broken } = await random.oneOf(actions)({ shop, random, staff, people })
  return { log: `${staff.email}: ${log}`, broken }
}

/** A sentence for each renewal that was requested at a price whose increase was stopped before. */
export const chargedAfterStop = async (db: Kysely<Database>): Promise<readonly string[]> =>
  column(
    db,
    `select o.number || ' cost ' || l.unit_price_cents || ', which was stopped before it was requested' as value
     from price_increase i
     join order_line l on l.plan_code = i.plan_code and l.unit_price_cents = i.price_cents
     join "order" o on o.id = l.order_id and o.currency = i.currency
     join billing_cycle c on c.id = o.billing_cycle_id and c.requested_at > i.undone_at
     where not exists (
       select from billing_cycle earlier join order_line paid on paid.order_id = earlier.order_id
       where earlier.subscription_id = c.subscription_id and earlier.requested_at <= i.undone_at
         and paid.plan_code = i.plan_code and paid.unit_price_cents >= i.price_cents)
     order by 1`,
  )
