import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { NotifiedCouponEnd } from '../rules/notice.ts'
import { selectNotices } from './notice-store.ts'

/** The coupon ends that members were notified of, by subscription. */
export const notifiedCouponEnds = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, NotifiedCouponEnd[]>> => {
  const found = new Map<string, NotifiedCouponEnd[]>()
  for (const { subscriptionId, key, sentOn, toDays } of await selectNotices(
    db,
    subscriptionIds,
    'promotion-end',
  )) {
    const [code = ''] = key.split(' ')
    const end = { code, sentOn: sentOn?.toString() ?? null, toDays }
    found.set(subscriptionId, [...(found.get(subscriptionId) ?? []), end])
  }
  return found
}
