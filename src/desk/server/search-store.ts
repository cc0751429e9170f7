import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import { problemKinds, problemStates } from '#return/rules/problem-offer.ts'
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
const FoundProblem = z.object({
  number: z.string(),
  order_number: z.string(),
  kind: z.enum(problemKinds),
  state: z.enum(problemStates),
})
const FoundReturn = z.object({
  number: z.string(),
  order_number: z.string(),
  state: z.enum(['requested', 'received', 'canceled', 'expired']),
})
const Coupon = z.object({ code: z.string() })
const Subscription = z.object({
  id: z.string(),
  account_id: z.string(),
  state: z.string(),
  plan_code: z.string(),
})

const named = (db: Db) => db.selectFrom('desk_account').select(['id', 'email', 'first_name', 'last_name'])

const lowerLast = sql<string>`lower(last_name)`
const lowerFirst = sql<string>`lower(first_name)`

/** The first word, and the rest as one: a first and a last name. */
const wordsOf = (text: string): readonly [first: string, last: string] => {
  const [first = '', ...rest] = text.toLowerCase().split(/\s+/)
  return [first, rest.join(' ')]
}

const membersIn = (rows: readonly unknown[]) => {
  const members = rows.map((row) => Member.parse(row))
  return [...new Map(members.map((member) => [member.id, member])).values()].slice(0, most)
}

/** Members whose email, or first or last name, begins like this: a few by each, so that a common beginning costs no more. */
export const findMembers = async (db: Db, text: string) => {
  const [first, last] = wordsOf(text)
  const by = (name: typeof lowerLast, word: string) =>
    named(db).where(name, 'like', beginning(word)).limit(most)
  if (last !== '')
    return membersIn(await by(lowerLast, last).where(lowerFirst, 'like', beginning(first)).execute())
  const found = await Promise.all([
    by(sql<string>`email`, first).execute(),
    by(lowerLast, first).execute(),
    by(lowerFirst, first).execute(),
  ])
  return membersIn(found.flat())
}

/** A shorter word is like too many names. */
const shortest = 4

/** This many names are tried, the most similar first. */
const mostNames = 6

/** Names of members that are spelled almost like a word, or have it in the middle. */
const similarNames = async (db: Db, word: string): Promise<readonly string[]> => {
  if (word.length < shortest || /\d/.test(word)) return []
  const rows = await db
    .selectFrom('desk_member_name')
    .select('name')
    .where((where) => where.or([sql<boolean>`name % ${word}`, where('name', 'like', `%${beginning(word)}`)]))
    .orderBy(sql`similarity(name, ${word})`, 'desc')
    .orderBy('name')
    .limit(mostNames)
    .execute()
  return rows.map(({ name }) => name)
}

/** Members by one of their names, a few of each name. */
const findByName = async (db: Db, word: string) => {
  const names = await similarNames(db, word)
  const found = await Promise.all(
    names.flatMap((name) =>
      [lowerLast, lowerFirst].map((column) => named(db).where(column, '=', name).limit(most).execute()),
    ),
  )
  return membersIn(found.flat())
}

/** Members by both of their names; a first name that no member has otherwise is taken as it is. */
const findByBothNames = async (db: Db, first: string, last: string) => {
  const [firsts, lasts] = await Promise.all([similarNames(db, first), similarNames(db, last)])
  const found = await Promise.all(
    [last, ...lasts].map((name) =>
      named(db)
        .where(lowerLast, '=', name)
        .where(lowerFirst, 'in', [first, ...firsts])
        .limit(most)
        .execute(),
    ),
  )
  return membersIn(found.flat())
}

/**
 * Members whose first or last name is spelled almost like this, the most similar first; of an email those who have the same before
 * the @.
 */
export const findSimilarMembers = async (db: Db, text: string) => {
  const [first, last] = wordsOf(text)
  const at = first.indexOf('@')
  if (at > 0)
    return membersIn(
      await named(db)
        .where('email', 'like', beginning(first.slice(0, at + 1)))
        .limit(most)
        .execute(),
    )
  return last === '' ? findByName(db, first) : findByBothNames(db, first, last)
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

/** The order of the index of beginnings: the first few are read, however many begin like this. */
const byBeginning = sql`number using ~<~`

/** Reports of problems. */
export const findProblems = async (db: Db, text: string) => {
  const rows = await db
    .selectFrom('desk_problem')
    .select(['number', 'order_number', 'kind', 'state'])
    .where('number', 'like', beginning(text.toUpperCase()))
    .orderBy(byBeginning)
    .limit(most)
    .execute()
  return rows.map((row) => FoundProblem.parse(row))
}

/** Returns; a withdrawal has the number of its order. */
export const findReturns = async (db: Db, text: string) => {
  const rows = await db
    .selectFrom('desk_found_return')
    .select(['number', 'order_number', 'state'])
    .where('number', 'like', beginning(text.toUpperCase()))
    .orderBy(byBeginning)
    .limit(most)
    .execute()
  return rows.map((row) => FoundReturn.parse(row))
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

/** Subscriptions with ids from one to another, the newest first. */
export const findSubscriptions = async (
  db: Db,
  { from, until }: { readonly from: string; readonly until: string },
) => {
  const rows = await db
    .selectFrom('desk_subscription')
    .select(columns)
    .where('id', '>=', from)
    .where('id', '<=', until)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => Subscription.parse(row))
}
