import type { Kysely } from 'kysely'
import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import { NoticeWords } from '../rules/notice-facts.ts'
import type { ToldEnd, ToldRise } from '../rules/notice.ts'
import { selectNotices } from './notice-store.ts'
import type { NoticeRow } from './notice-store.ts'

const PlanOfKey = z.string().transform((key) => key.split(' ')[0] ?? '')

const riseFrom = (row: NoticeRow): ToldRise | null => {
  const { oldCents, newCents } = NoticeWords.parse(row.facts)
  if (oldCents === null || newCents === null) return null
  return {
    planCode: PlanOfKey.parse(row.key),
    agreedCents: oldCents,
    priceCents: newCents,
    fromOn: row.event_on,
    sentOn: row.sent_at && dateIn(Temporal.Instant.from(row.sent_at), brand.timeZone).toString(),
    toDays: row.to_days,
  }
}

/** The price rises that members were told of, by subscription. */
export const toldRises = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, ToldRise[]>> => {
  const found = new Map<string, ToldRise[]>()
  for (const row of await selectNotices(db, subscriptionIds, 'price-rise')) {
    const rise = riseFrom(row)
    if (rise) found.set(row.subscription_id, [...(found.get(row.subscription_id) ?? []), rise])
  }
  return found
}

/** The ends of coupons that members were told of, by subscription. */
export const toldEnds = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, ToldEnd[]>> => {
  const found = new Map<string, ToldEnd[]>()
  for (const row of await selectNotices(db, subscriptionIds, 'promotion-end')) {
    const [code = ''] = row.key.split(' ')
    const sentOn = row.sent_at && dateIn(Temporal.Instant.from(row.sent_at), brand.timeZone).toString()
    const end = { code, sentOn, toDays: row.to_days }
    found.set(row.subscription_id, [...(found.get(row.subscription_id) ?? []), end])
  }
  return found
}
