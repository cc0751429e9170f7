import { sql } from 'kysely'
import type { Expression, Kysely, Selectable } from 'kysely'
import type { Cents, Currency } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { PriceIncrease } from '#subscription/notice/rules/price-schedule.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

type IncreaseRow = Selectable<Database['price_increase']>

const columns = ['id', 'number', 'plan_code', 'price_cents', 'currency', 'effective_on', 'undone_at'] as const

const increaseFrom = (row: Pick<IncreaseRow, (typeof columns)[number]>): PriceIncrease => ({
  id: row.id,
  number: row.number,
  planCode: row.plan_code,
  priceCents: row.price_cents,
  currency: CurrencyCode.parse(row.currency),
  effectiveOn: Temporal.PlainDate.from(row.effective_on),
  isUndone: row.undone_at !== null,
})

/** Every increase of these plans, the earliest day first, with those that were undone. */
export const selectIncreases = async (
  db: Kysely<Database>,
  planCodes: readonly string[],
): Promise<PriceIncrease[]> => {
  if (planCodes.length === 0) return []
  const rows = await db
    .selectFrom('price_increase')
    .select(columns)
    .where('plan_code', 'in', planCodes)
    .orderBy('effective_on')
    .orderBy('number')
    .execute()
  return rows.map(increaseFrom)
}

/** The increases of these ids. */
export const selectIncreasesById = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PriceIncrease>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('price_increase').select(columns).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, increaseFrom(row)]))
}

/**
 * As `selectIncreasesById`, kept from being undone until the end of the transaction: a stop that is being recorded is
 * waited for and read.
 */
export const lockIncreases = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<readonly PriceIncrease[]> => {
  const query = db.selectFrom('price_increase').select(columns).where('id', 'in', ids)
  return (await query.orderBy('number').forShare().execute()).map(increaseFrom)
}

/** The number of the latest increase of each plan that has one. */
export const latestIncreases = async (db: Kysely<Database>): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('price_increase')
    .select(['plan_code', ({ fn }) => fn.max('number').as('number')])
    .groupBy('plan_code')
    .execute()
  return new Map(rows.map(({ plan_code: code, number }) => [code, number]))
}

/** As `latestIncreases`, inside the statement that writes a subscription of this plan; 0 for none. */
export const latestIncreaseOf = (planCode: string) =>
  sql<number>`(select coalesce(max(number), 0) from price_increase where plan_code = ${planCode})`

/** What several increases of one decision at the desk have in common. */
export interface IncreaseGroup {
  readonly id: string
  readonly reason: string
  readonly requestedBy: string
  readonly approvedBy: string
}

interface NewIncrease {
  readonly planCode: string
  readonly priceCents: Cents
  readonly currency: Currency
  readonly effectiveOn: string
}

/** Writes an increase down; of an operator it has no group. */
export const insertIncrease = async (
  tx: Tx,
  increase: NewIncrease,
  group: IncreaseGroup | null,
): Promise<void> => {
  await tx.db
    .insertInto('price_increase')
    .values({
      id: tx.ids.uuid(),
      plan_code: increase.planCode,
      price_cents: increase.priceCents,
      currency: increase.currency,
      effective_on: increase.effectiveOn,
      made_at: tx.now.toString(),
      group_id: group?.id ?? null,
      reason: group?.reason ?? '',
      requested_by: group?.requestedBy ?? null,
      approved_by: group?.approvedBy ?? null,
    })
    .execute()
}

/** An increase is undone; its subscriptions are queued again. `stop` is who stopped it at the desk, and why. */
export const markIncreaseUndone = async (
  tx: Tx,
  id: string,
  stop: { readonly staffId: string; readonly reason: string } | null,
): Promise<void> => {
  await tx.db
    .updateTable('price_increase')
    .set({
      undone_at: tx.now.toString(),
      queued_at: null,
      stopped_by: stop?.staffId ?? null,
      stop_reason: stop?.reason ?? '',
    })
    .where('id', '=', id)
    .execute()
}

const unqueued = (db: Kysely<Database>) => db.selectFrom('price_increase').where('queued_at', 'is', null)

/** Increases whose subscriptions are still to be queued for their notices. */
export const selectUnqueued = (db: Kysely<Database>): Promise<{ id: string; plan_code: string }[]> =>
  unqueued(db).select(['id', 'plan_code']).orderBy('number').execute()

/** Whether `selectUnqueued` would find any. */
export const hasUnqueued = (db: Kysely<Database>): Expression<boolean> =>
  sql<boolean>`exists ${unqueued(db).select('id')}`

export const markQueued = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx.db
    .updateTable('price_increase')
    .set({ queued_at: tx.now.toString() })
    .where('id', 'in', ids)
    .execute()
}

/** An increase with the decision that scheduled it; a group of its own when an operator did. */
export interface IncreaseRecord extends PriceIncrease {
  readonly groupId: string
  readonly madeAt: Temporal.Instant
  readonly undoneAt: Temporal.Instant | null
  readonly reason: string
  readonly requestedBy: string | null
  readonly approvedBy: string | null
  readonly stopReason: string
  readonly stoppedBy: string | null
}

const groupOf = sql<string>`coalesce(group_id, id)`

const recordFrom = (row: IncreaseRow): IncreaseRecord => ({
  ...increaseFrom(row),
  groupId: row.group_id ?? row.id,
  madeAt: Temporal.Instant.from(row.made_at),
  undoneAt: row.undone_at === null ? null : Temporal.Instant.from(row.undone_at),
  reason: row.reason,
  requestedBy: row.requested_by,
  approvedBy: row.approved_by,
  stopReason: row.stop_reason,
  stoppedBy: row.stopped_by,
})

/** The increases of one decision, in the order in which they were scheduled. */
export const selectIncreaseGroup = async (
  db: Kysely<Database>,
  groupId: string,
): Promise<readonly IncreaseRecord[]> => {
  const rows = await db
    .selectFrom('price_increase')
    .selectAll()
    .where((is) =>
      is.or([is('group_id', '=', groupId), is.and([is('id', '=', groupId), is('group_id', 'is', null)])]),
    )
    .orderBy('number')
    .execute()
  return rows.map(recordFrom)
}

/** The increases of the latest decisions with a lower number than this one, this many decisions, the newest first. */
export const selectIncreaseGroups = async (
  db: Kysely<Database>,
  before: number | null,
  limit: number,
): Promise<readonly (readonly IncreaseRecord[])[]> => {
  const latest = db
    .selectFrom('price_increase')
    .select(groupOf.as('group'))
    .groupBy(groupOf)
    .$if(before !== null, (query) => query.having(sql`max(number)`, '<', before))
    .orderBy(sql`max(number)`, 'desc')
    .limit(limit)
  const rows = await db
    .selectFrom('price_increase')
    .selectAll()
    .where(groupOf, 'in', latest)
    .orderBy('number')
    .execute()
  const groups = [...Map.groupBy(rows.map(recordFrom), ({ groupId }) => groupId).values()]
  const latestOf = (group: readonly IncreaseRecord[]): number => group.at(-1)?.number ?? 0
  return groups.toSorted((a, b) => latestOf(b) - latestOf(a))
}
