import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { mailboxOf } from '#shared/same-buyer.ts'
import type { BuyerHistory } from '../rules/buyers.ts'

type Db = Kysely<Database>

const digestOf = (email: string): string =>
  createHash('sha256')
    .update(`person: ${mailboxOf(email)}`)
    .digest('base64url')

const Codes = z.array(z.string())

const History = z.object({ own: Codes, ofMailbox: Codes, subscribed: Codes, named: Codes })

/** What is known of an e-mail, as far as these coupons ask; orders of the mailbox in any spelling. */
export const selectBuyerHistory = async (
  db: Db,
  email: string,
  codes: readonly string[],
): Promise<BuyerHistory> => {
  const { rows } = await sql`
    with bought as materialized (
      select email, plan_code, unconfirmed from coupon_buyer_order where mailbox = ${mailboxOf(email)}
    )
    select
      array(select distinct plan_code from bought) as "ofMailbox",
      array(select distinct plan_code from bought where email = lower(${email}) and not unconfirmed) as own,
      array(select distinct plan_code from coupon_buyer_subscription where email = lower(${email})) as subscribed,
      array(select coupon_code from coupon_person
        where mailbox = ${digestOf(email)} and coupon_code = any(${sql.val([...codes])})) as named`.execute(
    db,
  )
  const { own, ofMailbox, subscribed, named } = History.parse(rows[0])
  return {
    hasOrders: ofMailbox.length > 0,
    boughtByMailbox: new Set(ofMailbox),
    bought: new Set(own),
    subscribed: new Set(subscribed),
    namedFor: new Set(named),
  }
}

/** Adds people to a coupon; those who were added before stay. Returns how many are new. */
export const insertPeople = async (tx: Tx, code: string, emails: readonly string[]): Promise<number> => {
  if (emails.length === 0) return 0
  const { numInsertedOrUpdatedRows: written } = await tx.db
    .insertInto('coupon_person')
    .values([...new Set(emails.map(digestOf))].toSorted().map((mailbox) => ({ coupon_code: code, mailbox })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(written ?? 0n)
}

/** Takes people off a coupon's list. Returns how many were on it. */
export const deletePeople = async (tx: Tx, code: string, emails: readonly string[]): Promise<number> => {
  if (emails.length === 0) return 0
  const { numDeletedRows: deleted } = await tx.db
    .deleteFrom('coupon_person')
    .where('coupon_code', '=', code)
    .where('mailbox', 'in', emails.map(digestOf))
    .executeTakeFirstOrThrow()
  return Number(deleted)
}

/** How many people each of these coupons names. */
export const countPeople = async (db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('coupon_person')
    .select((field) => ['coupon_code as code', field.fn.countAll<number>().as('people')])
    .where('coupon_code', 'in', codes)
    .groupBy('coupon_code')
    .execute()
  return new Map(rows.map(({ code, people }) => [code, people]))
}

/** Forgets a person on every list. */
export const forgetPerson = async (tx: Tx, email: string): Promise<void> => {
  await tx.db.deleteFrom('coupon_person').where('mailbox', '=', digestOf(email)).execute()
}
