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

/** Writes an increase down. */
export const insertIncrease = async (
  tx: Tx,
  increase: {
    readonly planCode: string
    readonly priceCents: Cents
    readonly currency: Currency
    readonly effectiveOn: string
  },
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
    })
    .execute()
}

/** The operator undid an increase; its subscriptions are queued again. */
export const markIncreaseUndone = async (tx: Tx, id: string): Promise<void> => {
  await tx.db
    .updateTable('price_increase')
    .set({ undone_at: tx.now.toString(), queued_at: null })
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
