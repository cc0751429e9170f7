import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { GiftDetails } from '#cart/rules/gift-details.ts'
import { Address, erasedPerson } from '#shared/address.ts'
import { instantOrNull } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

export type Db = Kysely<Database>

/** The name of a person who was erased. */
const someone = 'A friend'

/** A gift as stored in the database; the state of its order is stored with the order. */
export interface StoredGift {
  readonly id: string
  readonly orderId: string
  /** The giver's. */
  readonly accountId: string
  readonly giverName: string
  readonly recipientName: string
  /** Empty after the recipient deleted their account. */
  readonly recipientEmail: string
  readonly message: string
  readonly startsOn: Temporal.PlainDate
  readonly linkVersion: number
  readonly notices: number
  readonly nextNoticeOn: Temporal.PlainDate | null
  readonly sentAt: Temporal.Instant | null
  readonly mailedAt: Temporal.Instant | null
  readonly refusedCountry: string | null
  readonly claimedAt: Temporal.Instant | null
  readonly recipientId: string | null
  readonly shipTo: Address | null
}

const giftFrom = (row: Selectable<Database['gift']>): StoredGift => ({
  id: row.id,
  orderId: row.order_id,
  accountId: row.account_id,
  giverName: row.giver_name,
  recipientName: row.recipient_name,
  recipientEmail: row.recipient_email,
  message: row.message,
  startsOn: Temporal.PlainDate.from(row.starts_on),
  linkVersion: row.link_version,
  notices: row.notices,
  nextNoticeOn: row.next_notice_on === null ? null : Temporal.PlainDate.from(row.next_notice_on),
  sentAt: instantOrNull(row.sent_at),
  mailedAt: instantOrNull(row.mailed_at),
  refusedCountry: row.refused_country,
  claimedAt: instantOrNull(row.claimed_at),
  recipientId: row.recipient_id,
  shipTo: row.ship_to === null ? null : Address.parse(row.ship_to),
})

/** A gift that was paid a moment ago. */
export interface NewGift {
  readonly orderId: string
  readonly accountId: string
  readonly giverName: string
  readonly details: GiftDetails
}

/** Writes down whom a gift is for, in the transaction that places its order; once per order. */
export const insertGift = async (tx: Tx, { orderId, accountId, giverName, details }: NewGift) => {
  await tx.db
    .insertInto('gift')
    .values({
      id: tx.ids.uuid(),
      order_id: orderId,
      account_id: accountId,
      giver_name: giverName,
      recipient_name: details.recipient_name,
      recipient_email: details.recipient_email,
      message: details.message,
      starts_on: details.starts_on,
      next_notice_on: details.starts_on,
    })
    .execute()
}

export const selectGift = async (db: Db, id: string): Promise<StoredGift | null> => {
  const row = await db.selectFrom('gift').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? giftFrom(row) : null
}

/** The gift that an order paid; null for every other order. */
export const selectGiftOfOrder = async (db: Db, orderId: string): Promise<StoredGift | null> => {
  const row = await db.selectFrom('gift').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  return row ? giftFrom(row) : null
}

/** Gifts that a member claimed, newest first. */
export const selectReceived = async (db: Db, recipientId: string): Promise<StoredGift[]> => {
  const rows = await db
    .selectFrom('gift')
    .selectAll()
    .where('recipient_id', '=', recipientId)
    .orderBy('claimed_at', 'desc')
    .execute()
  return rows.map(giftFrom)
}

/** Gifts that a member gave. */
export const selectGiven = async (db: Db, accountId: string): Promise<StoredGift[]> => {
  const rows = await db.selectFrom('gift').selectAll().where('account_id', '=', accountId).execute()
  return rows.map(giftFrom)
}

const dueGifts = (db: Db, today: Temporal.PlainDate) =>
  db.selectFrom('gift').where('next_notice_on', '<=', today.toString())

/** Whether something is to be mailed of a gift by a day. */
export const hasDue = (db: Db, today: Temporal.PlainDate): Expression<boolean> =>
  sql<boolean>`exists ${dueGifts(db, today).select('id')}`

/** Some gifts of which something is to be mailed by a day, the earliest first. */
export const selectDue = async (db: Db, today: Temporal.PlainDate, limit: number): Promise<StoredGift[]> => {
  const due = dueGifts(db, today).selectAll().orderBy('next_notice_on').orderBy('id')
  const rows = await due.limit(limit).execute()
  return rows.map(giftFrom)
}

export const selectNextNoticeOn = async (db: Db): Promise<string | null> => {
  const row = await db
    .selectFrom('gift')
    .select('next_notice_on')
    .where('next_notice_on', 'is not', null)
    .orderBy('next_notice_on')
    .limit(1)
    .executeTakeFirst()
  return row?.next_notice_on ?? null
}

/** Writes the changes of a gift; the caller holds the lock of its order. */
export const updateGift = async (
  tx: Tx,
  id: string,
  changed: Partial<
    Pick<StoredGift, 'recipientEmail' | 'startsOn' | 'linkVersion' | 'notices' | 'refusedCountry'>
  > & {
    readonly nextNoticeOn?: Temporal.PlainDate | null
    readonly sentAt?: Temporal.Instant
    readonly mailedAt?: Temporal.Instant
  },
): Promise<void> => {
  await tx.db
    .updateTable('gift')
    .set({
      recipient_email: changed.recipientEmail,
      starts_on: changed.startsOn?.toString(),
      link_version: changed.linkVersion,
      notices: changed.notices,
      refused_country: changed.refusedCountry,
      next_notice_on: changed.nextNoticeOn === null ? null : changed.nextNoticeOn?.toString(),
      sent_at: changed.sentAt?.toString(),
      mailed_at: changed.mailedAt?.toString(),
    })
    .where('id', '=', id)
    .execute()
}

export const updateClaimed = async (
  tx: Tx,
  id: string,
  { recipientId, shipTo }: { readonly recipientId: string; readonly shipTo: Address },
): Promise<void> => {
  await tx.db
    .updateTable('gift')
    .set({
      claimed_at: tx.now.toString(),
      recipient_id: recipientId,
      ship_to: JSON.stringify(shipTo),
      next_notice_on: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Erases the name and the words of a giver from their gifts. */
export const anonymizeGiver = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db
    .updateTable('gift')
    .set({ giver_name: someone, message: '' })
    .where('account_id', '=', accountId)
    .execute()
}

/** Nobody in particular, and links that open nothing any more. */
const erasedRecipient = (set: ExpressionBuilder<Database, 'gift'>) => ({
  recipient_name: someone,
  recipient_email: '',
  message: '',
  refused_country: null,
  link_version: set('link_version', '+', 1),
})

/**
 * Erases a recipient from the gifts that they claimed and from those that wait for one of their e-mails; the links that
 * were mailed open nothing any more. The address of a claimed one stays. Returns the orders.
 */
export const anonymizeRecipient = async (
  tx: Tx,
  accountId: string,
  emails: readonly string[],
): Promise<string[]> => {
  const rows = await tx.db
    .updateTable('gift')
    .set((set) => erasedRecipient(set))
    .where((where) =>
      where.or([
        where('recipient_id', '=', accountId),
        where.and([where('recipient_id', 'is', null), where('recipient_email', 'in', [...emails])]),
      ]),
    )
    .returning('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}

/**
 * Erases whom up to `limit` gifts were for that were canceled, or fully refunded, before a moment and never claimed. Returns their
 * orders.
 */
export const anonymizeCanceled = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<readonly string[]> => {
  const canceled = tx.db
    .selectFrom('canceled_gift')
    .select('id')
    .where('canceled_at', '<', before.toString())
    .limit(limit)
  const rows = await tx.db
    .updateTable('gift')
    .set((set) => erasedRecipient(set))
    .where('id', 'in', canceled)
    .returning('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}

const erasedAddress = { ...erasedPerson, zip: '' }

/** The orders of claimed gifts whose recipient was erased and whose address was not. */
export const selectOrdersWithAddressLeft = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('gift')
    .select('order_id')
    .where('recipient_email', '=', '')
    .where(sql`ship_to ->> 'address'`, '<>', erasedAddress.address)
    .execute()
  return rows.map((row) => row.order_id)
}

export const eraseGiftAddresses = async (tx: Tx, orderIds: readonly string[]): Promise<void> => {
  await tx.db
    .updateTable('gift')
    .set({ ship_to: sql`ship_to || ${JSON.stringify(erasedAddress)}::jsonb` })
    .where('order_id', 'in', [...orderIds])
    .where('ship_to', 'is not', null)
    .execute()
}
