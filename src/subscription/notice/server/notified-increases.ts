import type { Kysely } from 'kysely'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import type { NotifiedIncrease } from '../rules/price-schedule.ts'
import { selectNotices } from './notice-store.ts'
import { selectIncreasesById } from '#subscription/record/server/price-increase-store.ts'

/** The increases that members were notified of, or are about to be, by subscription. */
export const notifiedIncreases = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, NotifiedIncrease[]>> => {
  const rows = await selectNotices(db, subscriptionIds, 'price-increase')
  const increases = await selectIncreasesById(db, [
    ...new Set(rows.flatMap((row) => row.price_increase_id ?? [])),
  ])
  const found = new Map<string, NotifiedIncrease[]>()
  for (const row of rows) {
    const increase = increases.get(row.price_increase_id ?? '')
    if (!increase) continue
    const notified = {
      increase,
      fromOn: Temporal.PlainDate.from(row.event_on),
      sentOn: row.sent_at === null ? null : dateIn(Temporal.Instant.from(row.sent_at), brand.timeZone),
      toDays: row.to_days,
    }
    found.set(row.subscription_id, [...(found.get(row.subscription_id) ?? []), notified])
  }
  return found
}
