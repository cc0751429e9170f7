import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

/** A withdrawal by the buyer, once per order. */
export interface Withdrawal {
  readonly id: string
  readonly orderId: string
  readonly accountId: string
  readonly kind: 'cancel' | 'withdraw'
  readonly name: string
  readonly email: string
  readonly state: 'awaiting-return' | 'closed'
  readonly refundId: string | null
  readonly receivedAt: Temporal.Instant
}

const StoredEnums = z.object({
  kind: z.enum(['cancel', 'withdraw']),
  state: z.enum(['awaiting-return', 'closed']),
})

const withdrawalFrom = (row: Selectable<Database['withdrawal']>): Withdrawal => ({
  ...StoredEnums.parse(row),
  id: row.id,
  orderId: row.order_id,
  accountId: row.account_id,
  name: row.name,
  email: row.email,
  refundId: row.refund_id,
  receivedAt: Temporal.Instant.from(row.received_at),
})

/** False when the order was withdrawn before. */
export const insertWithdrawal = async (tx: Tx, withdrawal: Withdrawal): Promise<boolean> => {
  const { state } = withdrawal
  const row = await tx.db
    .insertInto('withdrawal')
    .values({
      id: withdrawal.id,
      order_id: withdrawal.orderId,
      account_id: withdrawal.accountId,
      kind: withdrawal.kind,
      name: withdrawal.name,
      email: withdrawal.email,
      state,
      refund_id: withdrawal.refundId,
      received_at: withdrawal.receivedAt.toString(),
      closed_at: state === 'closed' ? tx.now.toString() : null,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const selectWithdrawalOf = async (
  db: Kysely<Database>,
  orderId: string,
): Promise<Withdrawal | null> => {
  const row = await db.selectFrom('withdrawal').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  return row ? withdrawalFrom(row) : null
}

export const selectWithdrawal = async (db: Kysely<Database>, id: string): Promise<Withdrawal | null> => {
  const row = await db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? withdrawalFrom(row) : null
}

/** The cases that wait for a return, oldest first. */
export const selectAwaitingReturn = async (db: Kysely<Database>): Promise<Withdrawal[]> => {
  const rows = await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('state', '=', 'awaiting-return')
    .orderBy('received_at')
    .execute()
  return rows.map(withdrawalFrom)
}

/** Closes a case that waits; false when it was closed before. */
export const closeWithdrawal = async (tx: Tx, id: string, refundId: string | null): Promise<boolean> => {
  const row = await tx.db
    .updateTable('withdrawal')
    .set({ state: 'closed', refund_id: refundId, closed_at: tx.now.toString() })
    .where('id', '=', id)
    .where('state', '=', 'awaiting-return')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
