import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { ChargeInFlight } from '../rules/charge-in-flight.ts'
import { cyclesIn } from '#subscription/record/server/billing-cycle-store.ts'
import { parkedIds } from '#subscription/record/server/parked-store.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import { cycleFrom, isPriced, pricedCyclesFrom } from '#subscription/record/server/billing-cycle-record.ts'
import type { BillingCycle, PricedCycle } from '#subscription/record/server/billing-cycle-record.ts'

const openStates = ['charging', 'unknown'] as const

/** Cycles that are open, being charged or with an unknown charge, and the one of this number. */
export const selectOpenCycles = async (
  db: Kysely<Database>,
  subscriptionId: string,
  number: number,
): Promise<BillingCycle[]> => {
  const rows = await cyclesIn(db)
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where((is) => is.or([is('state', 'in', openStates), is('number', '=', number)]))
    .execute()
  return rows.map(cycleFrom)
}

/** Whether a cycle is being charged, or its charge is unknown. */
export const isInFlight = ({ state }: BillingCycle): boolean => state === 'charging' || state === 'unknown'

/** Whether the charge of a cycle was requested and is not answered. A cycle that is only opened can be withdrawn. */
const isRequested = ({ state, requestedAt }: BillingCycle): boolean =>
  state === 'unknown' || (state === 'charging' && requestedAt !== null)

/** The charge in flight among the cycles of a subscription; null for none. */
export const chargeInFlightOf = (cycles: readonly BillingCycle[]): ChargeInFlight | null => {
  const requested = cycles.filter(isPriced).find(isRequested)
  return requested ? chargeOfCycle(requested) : null
}

/** What a priced cycle charges, and what its order takes from the subscription. */
export const chargeOfCycle = ({ id, dueOn, number, quote, ...cycle }: PricedCycle): ChargeInFlight => {
  const { lines, discounts, totals } = quote
  const own = lines.find(({ addOnId }) => addOnId === null)
  return {
    cycleId: id,
    currency: quote.currency,
    cents: toPayCents(totals),
    on: dueOn.toString(),
    isRequested: cycle.changeId !== null,
    isOrderCanceled: cycle.orderCanceledBy !== null,
    order: {
      number,
      unitPriceCents: own?.unitPriceCents ?? null,
      countedCoupon: discounts.find(({ reason }) => reason === 'renewals')?.code ?? null,
      addOnIds: lines.flatMap(({ addOnId }) => addOnId ?? []),
      isByLink: cycle.recoveryCaseId !== null,
    },
  }
}

/** The charges in flight of these subscriptions; those without one are omitted. */
export const selectChargesInFlight = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, ChargeInFlight>> => {
  if (subscriptionIds.length === 0) return new Map()
  const rows = await cyclesIn(db)
    .selectAll()
    .where(sql<boolean>`subscription_id = any(${[...subscriptionIds]}::uuid[])`)
    .where('state', 'in', openStates)
    .execute()
  const requested = pricedCyclesFrom(rows).filter(isRequested)
  return new Map(requested.map((cycle) => [cycle.subscriptionId, chargeOfCycle(cycle)]))
}

/** The number of the cycle of each of these subscriptions that is open, being charged, or with an unknown charge. */
export const selectNumbersInFlight = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (subscriptionIds.length === 0) return new Map()
  const rows = await cyclesIn(db)
    .select(['subscription_id', 'number'])
    .where(sql<boolean>`subscription_id = any(${[...subscriptionIds]}::uuid[])`)
    .where('state', 'in', openStates)
    .orderBy('number')
    .execute()
  return new Map(rows.map((row) => [row.subscription_id, row.number]))
}

const cyclesAmong = (db: Kysely<Database>, ids: readonly string[]) =>
  cyclesIn(db).where(sql<boolean>`id = any(${[...ids]}::uuid[])`)

/** The subscriptions of cycles, as part of the statement that looks for them. */
export const subscriptionIdsOf = (db: Kysely<Database>, ids: readonly string[]) =>
  cyclesAmong(db, ids).select('subscription_id')

/** The cycles of charges, locked: the first process that settles one decides, the others find it settled. */
export const lockCycles = async (tx: Tx, ids: readonly string[]): Promise<BillingCycle[]> =>
  (await cyclesAmong(tx.db, ids).selectAll().orderBy('id').forNoKeyUpdate().execute()).map(cycleFrom)

const unbilledFreeCycles = (db: Kysely<Database>, before: Temporal.Instant) =>
  cyclesIn(db)
    .select(['id', 'subscription_id as subscriptionId', 'account_id as accountId'])
    .where('state', '=', 'charging')
    .where('subscription_id', 'not in', parkedIds(db))
    .where('opened_at', '<', before.toString())
    .where(sql<boolean>`quote -> 'totals' -> 'totalCents' = quote -> 'totals' -> 'creditCents'`)

/** Whether `selectUnbilledFreeCycles` would find any. */
export const hasUnbilledFreeCycles = (db: Kysely<Database>, before: Temporal.Instant): Expression<boolean> =>
  sql<boolean>`exists ${unbilledFreeCycles(db, before)}`

/** Cycles that were opened before a moment, have nothing to pay and are not billed; the earliest first. */
export const selectUnbilledFreeCycles = async (
  db: Kysely<Database>,
  before: Temporal.Instant,
  limit: number,
): Promise<readonly Pick<BillingCycle, 'id' | 'subscriptionId' | 'accountId'>[]> =>
  unbilledFreeCycles(db, before).orderBy('opened_at').limit(limit).execute()

/** Of these cycles, those that are not being charged any more. */
export const selectNotInFlight = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await cyclesIn(db)
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', openStates)
    .execute()
  return ids.filter((id) => rows.every((row) => row.id !== id))
}

/** Skipped cycles, by their date. */
export const selectSkippedOn = async (
  db: Kysely<Database>,
  days: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate },
): Promise<readonly { subscriptionId: string; accountId: string; dueOn: string }[]> =>
  cyclesIn(db)
    .select(['subscription_id as subscriptionId', 'account_id as accountId', 'due_on as dueOn'])
    .where('state', '=', 'skipped')
    .where('due_on', '>', days.from.toString())
    .where('due_on', '<=', days.to.toString())
    .execute()

/** The priced cycles with these ids. */
export const selectCyclesById = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PricedCycle>> => {
  if (ids.length === 0) return new Map()
  const rows = await cyclesIn(db).selectAll().where('id', 'in', ids).execute()
  return new Map(pricedCyclesFrom(rows).map((cycle) => [cycle.id, cycle]))
}

/** Cycles of these subscriptions whose order includes the subscription's own item. */
export const selectBilledWithOwnItem = (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<readonly Pick<BillingCycle, 'subscriptionId' | 'number' | 'changeId'>[]> =>
  cyclesIn(db)
    .select(['subscription_id as subscriptionId', 'number', 'change_id as changeId'])
    .where(sql<boolean>`subscription_id = any(${[...subscriptionIds]}::uuid[])`)
    .where((is) =>
      is.or([
        is('state', '=', 'billed'),
        // It counts from the moment at which a change takes the subscription past it.
        is.and([is('state', 'in', openStates), is('passed_terms', 'is not', null)]),
      ]),
    )
    .where(sql<boolean>`quote -> 'lines' @> '[{"addOnId": null}]'`)
    .execute()
