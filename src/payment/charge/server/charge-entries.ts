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

/** What the cards were charged in settled charges, in total of a currency. */
export const selectChargedCents = async (db: Db, currency: Currency): Promise<number> => {
  const row = await chargesIn(db)
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('state', '=', 'succeeded')
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return row.cents
}
