import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { ReceivedLine } from '#order/rules/arrival.ts'

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
  /** What was in the package and is not of the order, in the team's words. */
  readonly otherContents: string | null
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
  otherContents: row.other_contents,
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

/** The case of an order; null when it was not withdrawn. */
export const selectWithdrawalOf = async (
  db: Kysely<Database>,
  orderId: string,
): Promise<Withdrawal | null> => {
  const row = await db.selectFrom('withdrawal').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  return row ? withdrawalFrom(row) : null
}

/** Those of some orders that were withdrawn or canceled. */
export const selectWithdrawnOf = async (
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<readonly string[]> => {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('withdrawal')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .execute()
  return rows.map((row) => row.order_id)
}

/** For mails and jobs: the case of an event. */
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

/** Closes a case; the caller holds the lock of its order and has read under it that it waits. */
export const closeWithdrawal = (tx: Tx, id: string, refundId: string | null): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('withdrawal')
      .set({ state: 'closed', refund_id: refundId, closed_at: tx.now.toString() })
      .where('id', '=', id)
      .where('state', '=', 'awaiting-return'),
  )

/** What staff found in the package of a withdrawal. */
export interface Inspection {
  readonly lines: readonly ReceivedLine[]
  /** Contents that do not belong to the order, in the team's words. */
  readonly otherContents: string | null
}

export const insertInspection = async (
  tx: Tx,
  { id, orderId }: Pick<Withdrawal, 'id' | 'orderId'>,
  { lines, otherContents }: Inspection,
): Promise<void> => {
  const rows = lines.map(({ position, restocked, writtenOff, note }) => ({
    withdrawal_id: id,
    order_id: orderId,
    position,
    restocked_quantity: restocked,
    written_off_quantity: writtenOff,
    note,
  }))
  if (rows.length > 0) await tx.defer(tx.db.insertInto('withdrawal_line').values(rows))
  if (otherContents !== null)
    await tx.defer(
      tx.db.updateTable('withdrawal').set({ other_contents: otherContents }).where('id', '=', id),
    )
}

/** What was found in the package of a withdrawal, line by line; none where nobody counted. */
export const selectInspection = async (
  db: Kysely<Database>,
  withdrawalId: string,
): Promise<readonly ReceivedLine[]> => {
  const rows = await db
    .selectFrom('withdrawal_line')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    position: row.position,
    restocked: row.restocked_quantity,
    writtenOff: row.written_off_quantity,
    note: row.note,
  }))
}

/** Deletes what the team wrote about a member's withdrawals; what came back stays. */
export const eraseInspectionTexts = async (tx: Tx, accountId: string): Promise<void> => {
  const ofAccount = tx.db.selectFrom('withdrawal').select('id').where('account_id', '=', accountId)
  await tx.defer(
    tx.db.updateTable('withdrawal_line').set({ note: null }).where('withdrawal_id', 'in', ofAccount),
  )
  await tx.defer(
    tx.db.updateTable('withdrawal').set({ other_contents: null }).where('account_id', '=', accountId),
  )
}
