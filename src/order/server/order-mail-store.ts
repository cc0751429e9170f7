import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { orderMailKinds } from '#shared/order-mail-kind.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { OrderMail } from '../rules/order-mail.ts'

/** A mail about an order as stored. */
export interface StoredOrderMail extends OrderMail {
  readonly messageId: string
  readonly orderId: string
  readonly sentAt: Temporal.Instant
}

interface NewOrderMail extends Omit<StoredOrderMail, 'sentAt'> {
  readonly accountId: string
}

const Kind = z.enum(orderMailKinds)

/** Once for a message id: the same mail, sent again by a job that was done again, stays as it was first sent. */
export const insertOrderMails = async (tx: Tx, mails: readonly NewOrderMail[]): Promise<void> => {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({
    message_id: mail.messageId,
    order_id: mail.orderId,
    account_id: mail.accountId,
    kind: mail.kind,
    is_to_recipient: mail.isToRecipient,
    sent_to: mail.sentTo,
    subject: mail.subject,
  }))
  await tx.defer(sql`insert into order_mail
      (message_id, order_id, account_id, kind, is_to_recipient, sent_to, subject, sent_at)
    select message_id, order_id, account_id, kind, is_to_recipient, sent_to, subject, ${tx.now.toString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sent (message_id text, order_id uuid,
      account_id uuid, kind text, is_to_recipient boolean, sent_to text, subject text)
    on conflict (message_id) do nothing`)
}

/** The mails about orders of an account, the earliest first. */
export const selectOrderMails = async (
  db: Kysely<Database>,
  accountId: string,
  orderIds: readonly string[],
): Promise<StoredOrderMail[]> => {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('order_mail')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_id', 'in', [...orderIds])
    .orderBy('sent_at')
    .orderBy('message_id')
    .execute()
  return rows.map((row) => ({
    messageId: row.message_id,
    orderId: row.order_id,
    kind: Kind.parse(row.kind),
    isToRecipient: row.is_to_recipient,
    sentTo: row.sent_to,
    subject: row.subject,
    sentAt: Temporal.Instant.from(row.sent_at),
  }))
}

/** Erases addresses and subjects with an account; that and when a mail was sent stays. */
export const anonymizeOrderMails = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db
    .updateTable('order_mail')
    .set({ sent_to: '', subject: '' })
    .where('account_id', '=', accountId)
    .execute()
}

/** Deletes what was sent before a moment, at most `limit` rows; returns how many. */
export const deleteOrderMailsBefore = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = tx.db
    .selectFrom('order_mail')
    .select('message_id')
    .where('sent_at', '<', sql<string>`${before.toString()}::timestamptz`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.db
    .deleteFrom('order_mail')
    .where('message_id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
