import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Database } from '#platform/schema.ts'

type Db = Kysely<Database>

const most = 8

/** The beginning of a text as a pattern of `like`. */
const beginning = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

// PostgreSQL does not say that the columns of a view are never null.
const Member = z.object({ id: z.string(), email: z.string(), first_name: z.string(), last_name: z.string() })
const Numbered = z.object({
  number: z.string(),
  placed_at: z.string(),
  total_cents: z.number(),
  currency: CurrencyCode,
  person: z.string(),
})
const Charge = z.object({
  order_number: z.string().nullable(),
  amount_cents: z.number(),
  currency: CurrencyCode,
  state: z.string(),
  created_at: z.string(),
  email: z.string(),
})
const Invoice = z.object({
  number: z.string(),
  kind: z.string(),
  order_number: z.string(),
  total_cents: z.number(),
  currency: CurrencyCode,
})
const TrackedShipment = z.object({ tracking: z.string(), state: z.string(), order_number: z.string() })
const Coupon = z.object({ code: z.string() })
const Subscription = z.object({
  id: z.string(),
  account_id: z.string(),
  state: z.string(),
  plan_code: z.string(),
})

/** Members whose email, or first or last name, begins like this. */
export const findMembers = async (db: Db, text: string) => {
  const [first = '', ...rest] = text.toLowerCase().split(/\s+/)
  const last = rest.join(' ')
  const named = db.selectFrom('desk_account').select(['id', 'email', 'first_name', 'last_name'])
  const rows =
    last === ''
      ? await named
          .where((where) =>
            where.or([
              where('email', 'like', beginning(first)),
              where(sql`lower(last_name)`, 'like', beginning(first)),
              where(sql`lower(first_name)`, 'like', beginning(first)),
            ]),
          )
          .limit(most)
          .execute()
      : await named
          .where(sql`lower(last_name)`, 'like', beginning(last))
          .where(sql`lower(first_name)`, 'like', beginning(first))
          .limit(most)
          .execute()
  return rows.map((row) => Member.parse(row))
}

export const findOrders = async (db: Db, text: string) => {
  const rows = await db
    .selectFrom('desk_order')
    .select(['number', 'placed_at', 'total_cents', 'currency', 'person'])
    .where('number', 'like', beginning(text.toUpperCase()))
    .orderBy('number')
    .limit(most)
    .execute()
  return rows.map((row) => Numbered.parse(row))
}

/** Charges to cards that end like this, the newest first. */
export const findCharges = async (db: Db, last4: string) => {
  const rows = await db
    .selectFrom('desk_charge')
    .select(['order_number', 'amount_cents', 'currency', 'state', 'created_at', 'email'])
    .where('last4', '=', last4)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => Charge.parse(row))
}

export const findInvoices = async (db: Db, text: string) => {
  const rows = await db
    .selectFrom('desk_invoice')
    .select(['number', 'kind', 'order_number', 'total_cents', 'currency'])
    .where('number', 'like', beginning(text.toUpperCase()))
    .orderBy('number')
    .limit(most)
    .execute()
  return rows.map((row) => Invoice.parse(row))
}

export const findShipments = async (db: Db, text: string) => {
  const rows = await db
    .selectFrom('desk_shipment')
    .select(['tracking', 'state', 'order_number'])
    .where('tracking', 'like', beginning(text))
    .orderBy('tracking')
    .limit(most)
    .execute()
  return rows.map((row) => TrackedShipment.parse(row))
}

export const findCoupons = async (db: Db, text: string) => {
  const rows = await db
    .selectFrom('desk_coupon')
    .select('code')
    .where('code', 'like', beginning(text.toUpperCase()))
    .orderBy('code')
    .limit(most)
    .execute()
  return rows.map((row) => Coupon.parse(row))
}

const columns = ['id', 'account_id', 'state', 'plan_code'] as const

export const findSubscription = async (db: Db, id: string) => {
  const row = await db.selectFrom('desk_subscription').select(columns).where('id', '=', id).executeTakeFirst()
  return row ? [Subscription.parse(row)] : []
}
