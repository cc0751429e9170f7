import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { NotifiedIncrease } from '../rules/price-schedule.ts'
import { selectNotices } from './notice-store.ts'
import { selectIncreasesById } from '#subscription/record/server/price-increase-store.ts'
import type { NotifiedCouponEnd } from '../rules/notice.ts'

/** The increases that members were notified of, or are about to be, by subscription. */
export const notifiedIncreases = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, NotifiedIncrease[]>> => {
  const notices = await selectNotices(db, subscriptionIds, 'price-increase')
  const increases = await selectIncreasesById(db, [
    ...new Set(notices.flatMap(({ priceIncreaseId }) => priceIncreaseId ?? [])),
  ])
  const found = new Map<string, NotifiedIncrease[]>()
  for (const { subscriptionId, priceIncreaseId, eventOn, sentOn, toDays } of notices) {
    const increase = increases.get(priceIncreaseId ?? '')
    if (!increase) continue
    const notified = { increase, fromOn: eventOn, sentOn, toDays }
    found.set(subscriptionId, [...(found.get(subscriptionId) ?? []), notified])
  }
  return found
}

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
