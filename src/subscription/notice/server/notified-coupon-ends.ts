import type { Kysely } from 'kysely'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import type { NotifiedCouponEnd } from '../rules/notice.ts'
import { selectNotices } from './notice-store.ts'

/** The coupon ends that members were notified of, by subscription. */
export const notifiedCouponEnds = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, NotifiedCouponEnd[]>> => {
  const found = new Map<string, NotifiedCouponEnd[]>()
  for (const row of await selectNotices(db, subscriptionIds, 'promotion-end')) {
    const [code = ''] = row.key.split(' ')
    const sentOn = row.sent_at && dateIn(Temporal.Instant.from(row.sent_at), brand.timeZone).toString()
    const end = { code, sentOn, toDays: row.to_days }
    found.set(row.subscription_id, [...(found.get(row.subscription_id) ?? []), end])
  }
  return found
}
