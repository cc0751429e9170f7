import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { CopyList } from '../rules/delivery-report.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

type Db = Kysely<Database>

const CopyRow = z.object({
  subscriber_id: z.string(),
  email: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  at: z.string(),
})

export type CopyRow = z.output<typeof CopyRow>

const marks = {
  bounced: 'bounced_at',
  complained: 'complained_at',
  unsubscribed: 'unsubscribed_at',
  clicked: 'clicked_at',
} as const

const isMark = (list: CopyList): list is keyof typeof marks => Object.hasOwn(marks, list)

const statesOf = (list: CopyList): readonly string[] =>
  list === 'waiting' ? ['waiting', 'queued', 'sending'] : [list]

/** The rows behind a number, in the order of their subscribers; one more than `limit` when there are more. */
export const selectCopyRows = async (
  db: Db,
  campaignId: string,
  list: CopyList,
  after: string | undefined,
  limit: number,
): Promise<readonly CopyRow[]> => {
  let query = db
    .selectFrom('newsletter_copy_row')
    .select(['subscriber_id', 'email', 'state', 'reason', 'at'])
    .where('campaign_id', '=', campaignId)
  query = isMark(list)
    ? query.where(marks[list], 'is not', null)
    : query.where('state', 'in', [...statesOf(list)])
  if (after !== undefined) query = query.where('subscriber_id', '>', after)
  const rows = await query
    .orderBy('subscriber_id')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => CopyRow.parse(row))
}

const OrderRow = z.object({
  order_id: z.string(),
  number: z.string(),
  currency: CurrencyCode,
  total_cents: z.number(),
  placed_at: z.string(),
})

/** Purchases within seven days of a click, in the order of their ids; one more than `limit` when there are more. */
export const selectCampaignOrders = async (
  db: Db,
  campaignId: string,
  after: string | undefined,
  limit: number,
) => {
  let query = db
    .selectFrom('newsletter_campaign_order')
    .select(['order_id', 'number', 'currency', 'total_cents', 'placed_at'])
    .where('campaign_id', '=', campaignId)
  if (after !== undefined) query = query.where('order_id', '>', after)
  const rows = await query
    .orderBy('order_id')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => OrderRow.parse(row))
}

const Sum = z.object({ currency: CurrencyCode, orders: z.number(), cents: z.number() })

/** What those purchases come to, for each currency. */
export const revenueOf = async (db: Db, campaignId: string) => {
  const rows = await db
    .selectFrom('newsletter_campaign_order')
    .select((select) => [
      'currency',
      select.fn.countAll<number>().as('orders'),
      select.fn.sum<number>('total_cents').as('cents'),
    ])
    .where('campaign_id', '=', campaignId)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return rows.map((row) => Sum.parse(row))
}
