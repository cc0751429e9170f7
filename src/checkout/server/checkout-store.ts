import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { erasedPerson } from '#shared/address.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { checkoutFrom } from './checkout-record.ts'
import type { Checkout, StoredPurchase, StoredQuote } from './checkout-record.ts'

/** Not settled yet. */
const openStates = ['charging', 'challenge', 'unknown'] as const

/** At most one of these for a cart. */
const activeStates = [...openStates, 'ordered'] as const

/** The card may have been charged, and the outcome is unknown. */
const undecidedStates = ['charging', 'unknown'] as const

export interface CheckoutDraft {
  readonly id: string
  readonly cartId: string
  readonly fingerprint: string
  readonly requestKey: string
  readonly accountId: string | null
  readonly email: string
  readonly purchase: StoredPurchase
  readonly quote: StoredQuote
  readonly reservedStock: Readonly<Record<string, number>>
}

/** True when this request buys the cart; false when another one already does or did. */
export const insertCheckout = async (tx: Tx, draft: CheckoutDraft): Promise<boolean> => {
  const inserted = await tx.db
    .insertInto('checkout')
    .values({
      id: draft.id,
      cart_id: draft.cartId,
      fingerprint: draft.fingerprint,
      request_key: draft.requestKey,
      state: 'charging',
      account_id: draft.accountId,
      email: draft.email,
      purchase: JSON.stringify(draft.purchase),
      quote: JSON.stringify(draft.quote),
      reserved_stock: JSON.stringify(draft.reservedStock),
      created_at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** What identifies a request; `cartId` is null when its browser has no cart. */
export interface RequestKeys {
  readonly cartId: string | null
  readonly fingerprint: string
  readonly requestKey: string
}

/** The attempt that prevents another one: the same request, from any cart, or the open one of the cart. */
export const selectExistingCheckout = async (
  db: Kysely<Database>,
  { cartId, fingerprint, requestKey }: RequestKeys,
): Promise<Checkout | undefined> => {
  const row = await db
    .selectFrom('checkout')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('request_key', '=', requestKey), where('state', 'in', activeStates)]),
        where.and([where('cart_id', '=', cartId), where('state', 'in', activeStates)]),
        where.and([
          where('cart_id', '=', cartId),
          where('fingerprint', '=', fingerprint),
          where('state', '=', 'declined'),
        ]),
      ]),
    )
    .orderBy((by) => by('request_key', '=', requestKey), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && checkoutFrom(row)
}

export const selectCheckout = async (db: Kysely<Database>, id: string): Promise<Checkout | undefined> => {
  const row = await db.selectFrom('checkout').selectAll().where('id', '=', id).executeTakeFirst()
  return row && checkoutFrom(row)
}

/** Of these checkouts, those whose payment is not settled. */
export const selectUndecided = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('checkout')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', openStates)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Of these carts, those with a checkout whose payment is not settled. */
export const selectCartsInPayment = async (
  db: Kysely<Database>,
  cartIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('checkout')
    .select('cart_id')
    .where('cart_id', 'in', cartIds)
    .where('state', 'in', openStates)
    .execute()
  return new Set(rows.map((row) => row.cart_id))
}

/** Whether a payment that a member made while signed in is not settled. */
export const hasUndecided = async (db: Kysely<Database>, accountId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('checkout')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', openStates)
    .where(sql<boolean>`not (purchase ->> 'isGuest')::boolean`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a payment is in flight, or its outcome is unknown. */
export const isUndecided = ({ state }: Checkout): boolean =>
  undecidedStates.some((undecided) => undecided === state)

/**
 * What the same e-mail bought or tried to buy since a moment, and all its unsettled attempts, for the
 * duplicate-transaction warning (spec §8). Other purchases with this e-mail wait until this transaction has ended.
 */
export const selectRecentCheckouts = async (
  tx: Tx,
  email: string,
  since: Temporal.Instant,
): Promise<Checkout[]> => {
  await tx.defer(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout ${email}`}, 0))`)
  const rows = await tx.db
    .selectFrom('checkout')
    .selectAll()
    .where('email', '=', email)
    .where((where) =>
      where.or([
        where.and([where('created_at', '>', since.toString()), where('state', 'in', activeStates)]),
        where('state', 'in', undecidedStates),
      ]),
    )
    .execute()
  return rows.map(checkoutFrom)
}

export type Settlement =
  | { readonly state: 'ordered'; readonly orderId: string; readonly orderNumber: string }
  | { readonly state: 'declined' | 'abandoned'; readonly errorCode: ErrorCode }
  | { readonly state: 'challenge' | 'unknown' }

/**
 * Settles an open checkout and returns it; undefined for one that is settled. The first caller decides, and the others
 * wait for the end of that transaction.
 */
export const settleCheckout = async (
  tx: Tx,
  id: string,
  settlement: Settlement,
): Promise<Checkout | undefined> => {
  const open = settlement.state === 'challenge' || settlement.state === 'unknown'
  const row = await tx.db
    .updateTable('checkout')
    .set({
      state: settlement.state,
      order_id: settlement.state === 'ordered' ? settlement.orderId : null,
      order_number: settlement.state === 'ordered' ? settlement.orderNumber : null,
      error_code: 'errorCode' in settlement ? settlement.errorCode : null,
      settled_at: open ? null : tx.now.toString(),
    })
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .returningAll()
    .executeTakeFirst()
  return row && checkoutFrom(row)
}

const unsuccessfulStates = ['declined', 'abandoned']

/** Deletes attempts that bought nothing and were settled before a moment, up to a limit; returns how many. */
export const deleteUnsuccessful = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = tx.db
    .selectFrom('checkout')
    .select('id')
    .where('state', 'in', unsuccessfulStates)
    .where('settled_at', '<', before.toString())
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.db.deleteFrom('checkout').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

const erasedBuyer = {
  email: '',
  consent: null,
  gift: null,
}

/** Erases the buyer from checkouts that became orders; the order itself keeps the address, as tax law requires. */
export const eraseBuyerOfOrdered = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`update checkout set email = '', purchase = purchase || ${JSON.stringify(erasedBuyer)}::jsonb
      || jsonb_build_object('address', (purchase -> 'address') || ${JSON.stringify(erasedPerson)}::jsonb)
    where state = 'ordered' and id = any(${[...ids]}::uuid[])`.execute(tx.db)
}

/** Erases the recipient of a gift from these checkouts, and from attempts of anybody that bought nothing. */
export const eraseGiftIn = async (
  tx: Tx,
  ids: readonly string[],
  emails: readonly string[],
): Promise<void> => {
  await sql`update checkout set purchase = purchase || '{"gift": null}'
    where (state = 'ordered' and id = any(${[...ids]}::uuid[]))
      or (state = any(${unsuccessfulStates}) and purchase -> 'gift' ->> 'recipient_email' = any(${[...emails]}))`.execute(
    tx.db,
  )
}

/** Deletes a person's attempts that bought nothing. */
export const deleteUnsuccessfulOf = async (tx: Tx, accountId: string, email: string): Promise<void> => {
  await tx.db
    .deleteFrom('checkout')
    .where('state', 'in', unsuccessfulStates)
    .where((where) => where.or([where('account_id', '=', accountId), where('email', '=', email)]))
    .execute()
}
