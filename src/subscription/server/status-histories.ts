import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { StatusHistory, StatusEntry } from '../record/rules/status-history.ts'
import { SubscriptionTerms } from '../record/rules/subscription-terms.ts'
import {
  selectLatestStatuses,
  selectStatuses,
  hasSameStatus,
  statusOf,
} from '../record/server/status-store.ts'
import type { StatusRow } from '../record/server/status-store.ts'
import { selectSubscriptionsAfter } from '../record/server/subscription-queries.ts'
import type { StoredSubscription } from '../record/server/subscription-record.ts'
import type { Currency } from '#shared/money.ts'

const batchSize = 500

const statusEntryOf = (row: StatusRow): StatusEntry => ({
  at: Temporal.Instant.from(row.at),
  status: {
    state: SubscriptionTerms.shape.state.parse(row.state),
    planCode: row.plan_code,
    quantity: row.quantity,
    unitPriceCents: row.unit_price_cents,
    intervalMonths: row.interval_months,
  },
})

/** Every subscription of the shop, some hundred at a time. */
async function* batches(db: Kysely<Database>): AsyncGenerator<StoredSubscription[]> {
  let after: string | null = null
  for (;;) {
    const rows: StoredSubscription[] = await selectSubscriptionsAfter(db, after, batchSize)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? null
  }
}

const idsOf = (rows: readonly StoredSubscription[]): string[] => rows.map(({ id }) => id)

/** The status history of every subscription of the shop, with its currency; for reports, not for requests. */
export async function* statusHistories(
  db: Kysely<Database>,
): AsyncGenerator<{ readonly currency: Currency; readonly history: StatusHistory }> {
  for await (const rows of batches(db)) {
    const entries = Map.groupBy(await selectStatuses(db, idsOf(rows)), (row) => row.subscription_id)
    for (const { id, currency } of rows)
      yield { currency, history: (entries.get(id) ?? []).map(statusEntryOf) }
  }
}

/** A sentence for each subscription whose state does not match its records. */
export const brokenStatusHistories = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const broken: string[] = []
  for await (const rows of batches(db)) {
    const latest = new Map(
      (await selectLatestStatuses(db, idsOf(rows))).map((row) => [row.subscription_id, row]),
    )
    for (const row of rows) {
      const status = latest.get(row.id)
      if (!status || !hasSameStatus(status, statusOf(row)))
        broken.push(`subscription ${row.id} has a state that differs from its records`)
    }
  }
  return broken
}

/** The dunning cases opened in a span of time, by their state. */
export { countCases as casesBetween } from '../dunning/server/dunning-store.ts'
