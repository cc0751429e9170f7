import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import type { AlarmLevel } from '../rules/stock-alarm.ts'
import { expiredOf } from './stock-lot-store.ts'

const Level = z.object({
  product: z.string(),
  available: z.number(),
  units: z.number().nullable(),
  days: z.number().nullable(),
  needed: z.number().nullable(),
  low_since: z.string().nullable(),
  announced: z.number(),
  expired: z.number(),
})

/** A stock with its alarm and what is announced. */
export interface StockLevel {
  readonly product: string
  readonly available: number
  /** Units of it in lots whose day is over. */
  readonly expired: number
  /** What buyers and renewals can get: the available units without the expired ones. */
  readonly offered: number
  /** Null where nobody wants to know. */
  readonly alarm: AlarmLevel | null
  /** The units below which it is low, as they were forecast last. */
  readonly needed: number | null
  readonly isLow: boolean
  /** Of the crossing that operations know of. */
  readonly lowSince: Temporal.Instant | null
  readonly announced: number
}

const alarmOf = ({ units, days }: z.output<typeof Level>): AlarmLevel | null => {
  if (units !== null) return { units }
  return days === null ? null : { days }
}

const levelFrom = (row: unknown): StockLevel => {
  const level = Level.parse(row)
  const { product, available, expired, needed, announced } = level
  const offered = available - expired
  const isLow = needed !== null && offered < needed
  const lowSince = level.low_since === null ? null : Temporal.Instant.from(level.low_since)
  return { product, available, expired, offered, needed, announced, alarm: alarmOf(level), isLow, lowSince }
}

/** Not the view's own `is_low`, which processes of the release before read: it counts expired units. */
const levelsOn = (db: Kysely<Database>, today: Temporal.PlainDate) =>
  db
    .selectFrom('stock_level')
    .select(['product', 'available', 'units', 'days', 'needed', 'low_since', 'announced'])
    .select(expiredOf(sql.ref('stock_level.product'), today).as('expired'))

/** Every stock as it is on a day of the shop, by its name. */
export const selectStockLevels = async (
  db: Kysely<Database>,
  today: Temporal.PlainDate,
): Promise<readonly StockLevel[]> => {
  const rows = await levelsOn(db, today).orderBy('product').execute()
  return rows.map(levelFrom)
}

export const selectStockLevel = async (
  db: Kysely<Database>,
  product: string,
  today: Temporal.PlainDate,
): Promise<StockLevel | null> => {
  const row = await levelsOn(db, today).where('product', '=', product).executeTakeFirst()
  return row ? levelFrom(row) : null
}

/** Sets from when on a stock is low; operations get a new mail of a stock that is low then. */
export const upsertAlarm = async (
  { db }: Tx,
  {
    product,
    level,
    needed,
  }: { readonly product: string; readonly level: AlarmLevel; readonly needed: number },
): Promise<void> => {
  const values = {
    units: 'units' in level ? level.units : null,
    days: 'days' in level ? level.days : null,
    needed,
    low_since: null,
  }
  await db
    .insertInto('stock_alarm')
    .values({ product, ...values })
    .onConflict((conflict) => conflict.column('product').doUpdateSet(values))
    .execute()
}

export const deleteAlarm = async ({ db }: Tx, product: string): Promise<void> => {
  await db.deleteFrom('stock_alarm').where('product', '=', product).execute()
}

/** Writes what the days of an alarm need by the newest forecast; nothing where it was changed meanwhile. */
export const updateNeeded = async (
  { db }: Tx,
  { product, days, needed }: { readonly product: string; readonly days: number; readonly needed: number },
): Promise<void> => {
  await db
    .updateTable('stock_alarm')
    .set({ needed })
    .where('product', '=', product)
    .where('days', '=', days)
    .execute()
}

/** Writes since when operations know that a stock is low; null when it is not any more. */
export const updateLowSince = async (
  { db }: Tx,
  product: string,
  lowSince: Temporal.Instant | null,
): Promise<void> => {
  await db
    .updateTable('stock_alarm')
    .set({ low_since: lowSince?.toString() ?? null })
    .where('product', '=', product)
    .execute()
}

/** Whether there is an alarm that may ring. */
export const hasStockAlarms = (): Expression<boolean> => sql<boolean>`exists (select from stock_alarm)`
