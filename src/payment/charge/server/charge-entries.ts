import { sql } from 'kysely'
import { openStates } from '../rules/charge-state.ts'
import type { Entry } from '../../rules/reconciliation.ts'
import { chargesIn } from './charge-store.ts'
import type { Db } from './charge-store.ts'
import type { Period, ProcessorName } from '../../processor/server/processor.ts'
import type { Currency } from '#shared/money.ts'

/** Which of the shop's entries: those of some keys, or those of a period that moved money, after an id. */
export type EntryChoice =
  | { readonly keys: readonly string[] }
  | { readonly period: Period; readonly after: string; readonly limit: number }

const entryState = (state: string): Entry['state'] => {
  if (state === 'succeeded') return 'succeeded'
  return openStates.some((open) => open === state) ? 'open' : 'failed'
}

/** Charges of more than zero as the reconciliation compares them, ordered by id. */
export const readChargeEntries = async (
  db: Db,
  processor: ProcessorName,
  choice: EntryChoice,
): Promise<(Entry & { readonly id: string })[]> => {
  const all = chargesIn(db)
    .select(['id', 'idempotency_key', 'state', 'amount_cents', 'currency'])
    .where('processor', '=', processor)
    .where('amount_cents', '>', 0)
    .orderBy('id')
  const rows =
    'keys' in choice
      ? await all.where('idempotency_key', 'in', choice.keys).execute()
      : await all
          .where('state', '=', 'succeeded')
          .where('created_at', '>=', choice.period.from.toString())
          .where('created_at', '<', choice.period.to.toString())
          .where('id', '>', choice.after)
          .limit(choice.limit)
          .execute()
  return rows.map((row) => ({
    id: row.id,
    key: row.idempotency_key,
    state: entryState(row.state),
    cents: row.amount_cents,
    currency: row.currency,
  }))
}

/** An open charge of which the processor took another sum than was asked for. */
export interface OtherSum {
  readonly key: string
  readonly processorCharge: string
  readonly requested: Money
  readonly captured: Money
  readonly at: Temporal.Instant
}

interface Money {
  readonly cents: number
  readonly currency: string
}

/** Those that wait for an operator, the oldest first. */
export const openOtherSums = async (db: Db): Promise<readonly OtherSum[]> => {
  const rows = await chargesIn(db)
    .selectAll()
    .where('captured_cents', 'is not', null)
    .where('settled_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    key: row.idempotency_key,
    processorCharge: row.processor_charge ?? '',
    requested: { cents: row.amount_cents, currency: row.currency },
    captured: { cents: row.captured_cents ?? 0, currency: row.captured_currency ?? '' },
    at: Temporal.Instant.from(row.created_at),
  }))
}

/** What the cards were charged in settled charges, in total of a currency. */
export const selectChargedCents = async (db: Db, currency: Currency): Promise<number> => {
  const row = await chargesIn(db)
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('state', '=', 'succeeded')
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return row.cents
}

/** Charges whose outcome the processor has not said: how many, and since when the oldest. Those that wait for their buyer do not count. */
export const openCharges = async (
  db: Db,
): Promise<{ readonly count: number; readonly oldest: Temporal.Instant | null }> => {
  const row = await chargesIn(db)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('created_at').as('oldest'),
    ])
    .where('state', 'in', ['intended', 'unknown'])
    .executeTakeFirstOrThrow()
  return { count: row.count, oldest: row.oldest === null ? null : Temporal.Instant.from(row.oldest) }
}
