import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { erasedMailbox, erasedMark } from './coupon-rows.ts'
import { mailboxOf } from '#shared/same-buyer.ts'

type Db = Kysely<Database>

/** Codes of these, given once per account, that this mailbox has redeemed or is about to, in another checkout. */
export const selectUsedCodes = async (
  db: Db,
  email: string,
  codes: readonly string[],
  exceptCheckoutId: string | null,
): Promise<string[]> => {
  if (codes.length === 0) return []
  const rows = await db
    .selectFrom('coupon_redemption')
    .select('coupon_code')
    .distinct()
    .where((where) =>
      where.or([
        where('email', '=', email),
        where('once_email', 'in', [mailboxOf(email), erasedMailbox(email)]),
      ]),
    )
    .where('coupon_code', 'in', codes)
    .where('state', '<>', 'released')
    .$if(exceptCheckoutId !== null, (query) => query.where('checkout_id', '<>', exceptCheckoutId))
    .execute()
  return rows.map((row) => row.coupon_code)
}

export interface RedemptionDraft {
  readonly checkoutId: string
  readonly email: string
  readonly code: string
  readonly oncePerAccount: boolean
  /** For a first purchase, of which there is one. */
  readonly isFirst: boolean
}

/** Another checkout of the same e-mail has reserved a once-per-account coupon. */
export const isSecondUse = (thrown: unknown): boolean =>
  thrown instanceof Error && 'constraint' in thrown && thrown.constraint === 'coupon_redemption_once'

/** Another checkout of the same mailbox has reserved a coupon for a first purchase, of this code or another one. */
export const isSecondFirst = (thrown: unknown): boolean =>
  thrown instanceof Error && 'constraint' in thrown && thrown.constraint === 'coupon_redemption_first'

/** Whether this mailbox has used a coupon for a first purchase, also for an account that was deleted. */
export const hasFirstUse = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom('coupon_redemption')
    .select('id')
    .where('once_email', 'in', [mailboxOf(email), erasedMailbox(email)])
    .where('is_first', '=', true)
    .where('state', '<>', 'released')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Writes reservations; a reservation of the same checkout that was released counts again. Gives the codes it wrote. */
export const insertRedemptions = async (tx: Tx, drafts: readonly RedemptionDraft[]): Promise<string[]> => {
  // In one order, so that two checkouts that hold the same two codes never wait for each other.
  const sorted = drafts.toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const rows = sorted.map(({ checkoutId, email, code, oncePerAccount, isFirst }) => ({
    id: tx.ids.uuid(),
    coupon_code: code,
    checkout_id: checkoutId,
    email,
    once_email: oncePerAccount ? mailboxOf(email) : null,
    is_first: isFirst,
    state: 'reserved',
    created_at: tx.now.toString(),
  }))
  const written = await tx.db
    .insertInto('coupon_redemption')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['checkout_id', 'coupon_code'])
        .doUpdateSet({ state: 'reserved' })
        .where('coupon_redemption.state', '=', 'released'),
    )
    .returning('coupon_code')
    .execute()
  return written.map((row) => row.coupon_code)
}

/** Moves a checkout's reservations on, or committed uses back; gives the codes that moved. */
export const moveRedemptions = async (
  tx: Tx,
  checkoutId: string,
  state: 'committed' | 'released',
  from: 'reserved' | 'committed' = 'reserved',
): Promise<string[]> => {
  const moved = await tx.db
    .updateTable('coupon_redemption')
    .set({ state })
    .where('checkout_id', '=', checkoutId)
    .where('state', '=', from)
    .returning('coupon_code')
    .execute()
  return moved.map((row) => row.coupon_code)
}

/** How often each code was used from one moment on and before another; released uses do not count. */
export const countUses = (
  db: Db,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<{ readonly code: string; readonly uses: number }[]> =>
  db
    .selectFrom('coupon_redemption')
    .select((field) => ['coupon_code as code', field.fn.countAll<number>().as('uses')])
    .where('state', '=', 'committed')
    .where('created_at', '>=', from.toString())
    .where('created_at', '<', to.toString())
    .groupBy('coupon_code')
    .orderBy('coupon_code')
    .execute()

/** Uses of some codes that were not released: all of them, and those since a moment. */
export const countUsesOf = async (db: Db, codes: readonly string[], since: Temporal.Instant) =>
  codes.length === 0
    ? []
    : await db
        .selectFrom('coupon_redemption')
        .select((field) => [
          'coupon_code as code',
          field.fn.countAll<number>().as('uses'),
          field.fn.countAll<number>().filterWhere('created_at', '>=', since.toString()).as('recent'),
        ])
        .where('coupon_code', 'in', codes)
        .where('state', '<>', 'released')
        .groupBy('coupon_code')
        .execute()

/** Digests that distinguish buyers; null without a card. */
export interface RedeemerKeys {
  readonly cardKey: string | null
  readonly addressKey: string
}

/**
 * Stores who redeemed the once-per-account coupons of a checkout, and marks those for review that another mailbox has
 * redeemed with the same card or to the same address.
 */
export const markForReview = async (
  tx: Tx,
  checkoutId: string,
  { cardKey, addressKey }: RedeemerKeys,
): Promise<void> => {
  await sql`
    update coupon_redemption mine set card_key = ${cardKey}::text, address_key = ${addressKey}::text,
      review_reason = (
        select case when bool_or(other.card_key = ${cardKey}::text) then 'same-card' else 'same-address' end
        from coupon_redemption other
        where other.coupon_code = mine.coupon_code and other.once_email <> mine.once_email
          and other.state <> 'released'
          and (other.card_key = ${cardKey}::text or other.address_key = ${addressKey}::text)
        having count(*) > 0
      )
    where checkout_id = ${checkoutId}::uuid and once_email is not null`.execute(tx.db)
}

/** Redemptions that wait for an operator's look, oldest first. */
export const selectForReview = (db: Db) =>
  db
    .selectFrom('coupon_redemption')
    .select(['id', 'coupon_code', 'email', 'checkout_id', 'review_reason', 'created_at'])
    .where('review_reason', 'is not', null)
    .where('reviewed_at', 'is', null)
    .where('state', '<>', 'released')
    .orderBy('created_at')
    .execute()

/** Closes a review; false when there was none open. */
export const setReviewed = async (tx: Tx, id: string): Promise<boolean> => {
  const row = await tx.db
    .updateTable('coupon_redemption')
    .set({ reviewed_at: tx.now.toString() })
    .where('id', '=', id)
    .where('review_reason', 'is not', null)
    .where('reviewed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Erases a person from the redemptions made under an e-mail or by these checkouts. The redemptions still count, and a
 * once-per-account coupon stays used for the same mailbox.
 */
export const eraseRedemptions = async (
  tx: Tx,
  email: string,
  checkoutIds: readonly string[],
): Promise<void> => {
  await sql`update coupon_redemption set email = '', card_key = null, address_key = null,
      once_email = case when once_email like ${`${erasedMark}%`} then once_email
        else ${erasedMark} || encode(sha256(convert_to('once: ' || once_email, 'UTF8')), 'hex') end
    where email = ${email} or once_email = ${mailboxOf(email)}
      or checkout_id = any(${[...checkoutIds]}::uuid[])`.execute(tx.db)
}
