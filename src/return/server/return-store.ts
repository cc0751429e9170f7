import { sql } from 'kysely'
import type { Expression, Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { ReceivedLine } from '#order/rules/arrival.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { dateOrNull } from '#shared/dates.ts'
import { returnReasons } from '../rules/return-offer.ts'
import type { ReturnReason } from '../rules/return-offer.ts'
import { returnsUnderWay, selectReturnLabels } from './return-label-store.ts'
import type { ReturnLabel } from './return-label-store.ts'

/** A line of an order, and how many of it come back. */
export interface ReturnLine {
  readonly position: number
  readonly quantity: number
  /** Null until the return is received. */
  readonly receivedQuantity: number | null
  /** Of those, how many can be sold again; null until then, and where nobody counted them. */
  readonly restockedQuantity: number | null
  /** Of the team. */
  readonly note: string | null
}

/** What a buyer sends back of an order. */
export interface OrderReturn {
  readonly id: string
  /** What the buyer writes on the package. */
  readonly number: string
  readonly orderId: string
  readonly accountId: string
  readonly requestId: string
  readonly reason: ReturnReason
  readonly state: ReturnState
  readonly refundId: string | null
  readonly requestedAt: Temporal.Instant
  /** The last day on which its package can be sent. */
  readonly expiresOn: Temporal.PlainDate
  readonly isReminded: boolean
  /** What was in the package and is not of the order, in the team's words; null when nothing was, or it has not come. */
  readonly otherContents: string | null
  /** The message to its buyer when it was received; null for none. */
  readonly message: string | null
  /** Null when the buyer pays for the way. */
  readonly label: ReturnLabel | null
  readonly lines: readonly ReturnLine[]
}

const State = z.enum(['requested', 'received', 'canceled', 'expired'])

/** `expired`: it never came. */
export type ReturnState = z.output<typeof State>

const StoredEnums = z.object({ reason: z.enum(returnReasons), state: State })

type Db = Kysely<Database>

const withLines = async (
  db: Db,
  rows: readonly Selectable<Database['order_return']>[],
): Promise<OrderReturn[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lineRows = await db
    .selectFrom('order_return_line')
    .selectAll()
    .where('return_id', 'in', ids)
    .orderBy('position')
    .execute()
  const byReturn = Map.groupBy(lineRows, (line) => line.return_id)
  const labels = await selectReturnLabels(db, ids)
  return rows.map((row) => ({
    ...StoredEnums.parse(row),
    id: row.id,
    number: row.number,
    orderId: row.order_id,
    accountId: row.account_id,
    requestId: row.request_id,
    refundId: row.refund_id,
    requestedAt: Temporal.Instant.from(row.requested_at),
    expiresOn: Temporal.PlainDate.from(row.expires_on),
    isReminded: row.reminded_at !== null,
    otherContents: row.other_contents,
    message: row.message,
    label: labels.get(row.id) ?? null,
    lines: (byReturn.get(row.id) ?? []).map((line) => ({
      position: line.position,
      quantity: line.quantity,
      receivedQuantity: line.received_quantity,
      restockedQuantity: line.restocked_quantity,
      note: line.note,
    })),
  }))
}

/** The returns of an order, oldest first. */
export const selectReturnsOf = async (db: Db, orderId: string): Promise<OrderReturn[]> =>
  withLines(
    db,
    await db
      .selectFrom('order_return')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('requested_at')
      .orderBy('number')
      .execute(),
  )

/** The returns of a member, oldest first. */
export const selectReturnsOfAccount = async (db: Db, accountId: string): Promise<OrderReturn[]> =>
  withLines(
    db,
    await db
      .selectFrom('order_return')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('requested_at')
      .execute(),
  )

export const selectReturn = async (db: Db, id: string): Promise<OrderReturn | null> =>
  (await withLines(db, await db.selectFrom('order_return').selectAll().where('id', '=', id).execute()))[0] ??
  null

export const selectReturnByNumber = async (db: Db, number: string): Promise<OrderReturn | null> =>
  (
    await withLines(
      db,
      await db.selectFrom('order_return').selectAll().where('number', '=', number).execute(),
    )
  )[0] ?? null

/** The returns whose package has not come yet, oldest first. */
export const selectExpectedReturns = async (db: Db): Promise<OrderReturn[]> =>
  withLines(
    db,
    await db
      .selectFrom('order_return')
      .selectAll()
      .where('state', '=', 'requested')
      .orderBy('requested_at')
      .execute(),
  )

/** Returns that wait for a package that no carrier has. */
const awaited = (db: Db) =>
  db.selectFrom('order_return').where('state', '=', 'requested').where('id', 'not in', returnsUnderWay(db))

const awaitedUntil = (db: Db, today: Temporal.PlainDate, days: number) =>
  awaited(db)
    .select(['id', 'order_id'])
    .where((where) =>
      where.or([
        where('expires_on', '<', today.toString()),
        where.and([
          where('reminded_at', 'is', null),
          where('expires_on', '<=', today.add({ days }).toString()),
        ]),
      ]),
    )

/** Whether `selectAwaitedUntil` would find any. */
export const hasAwaitedUntil = (db: Db, today: Temporal.PlainDate, days: number): Expression<boolean> =>
  sql<boolean>`exists ${awaitedUntil(db, today, days)}`

/** Awaited returns that expire before `today`, or that nobody was reminded of and that expire in this many days. */
export const selectAwaitedUntil = async (
  db: Db,
  today: Temporal.PlainDate,
  days: number,
  limit: number,
): Promise<readonly { readonly id: string; readonly orderId: string }[]> => {
  const due = awaitedUntil(db, today, days).orderBy('expires_on').orderBy('id')
  const rows = await due.limit(limit).execute()
  return rows.map(({ id, order_id: orderId }) => ({ id, orderId }))
}

/** The next day on which an awaited return is reminded of, this many days before it expires, or expires. */
export const selectNextExpiry = async (db: Db, days: number): Promise<Temporal.PlainDate | null> => {
  const due = sql<string>`min(case when reminded_at is null then expires_on - ${days}::int else expires_on + 1 end)`
  const { day } = await awaited(db)
    .select(sql<string | null>`${due}::text`.as('day'))
    .executeTakeFirstOrThrow()
  return dateOrNull(day)
}

/** Its buyer was reminded of a return. */
export const markReminded = (tx: Tx, id: string): Promise<void> =>
  tx.defer(tx.db.updateTable('order_return').set({ reminded_at: tx.now.toString() }).where('id', '=', id))

interface NewReturn extends Omit<
  OrderReturn,
  'state' | 'refundId' | 'isReminded' | 'otherContents' | 'message' | 'label' | 'lines'
> {
  readonly lines: readonly Pick<ReturnLine, 'position' | 'quantity'>[]
}

export const insertReturn = async (tx: Tx, one: NewReturn): Promise<void> => {
  await tx.db
    .insertInto('order_return')
    .values({
      id: one.id,
      number: one.number,
      order_id: one.orderId,
      account_id: one.accountId,
      request_id: one.requestId,
      reason: one.reason,
      state: 'requested',
      refund_id: null,
      requested_at: one.requestedAt.toString(),
      expires_on: one.expiresOn.toString(),
      ended_at: null,
    })
    .execute()
  await tx.db
    .insertInto('order_return_line')
    .values(
      one.lines.map(({ position, quantity }) => ({
        return_id: one.id,
        order_id: one.orderId,
        position,
        quantity,
        received_quantity: null,
        is_restocked: null,
      })),
    )
    .execute()
}

/** Ends a return that has not been received; the caller holds the lock of its order and has read it under that lock. */
export const endReturn = async (
  tx: Tx,
  id: string,
  end: Pick<OrderReturn, 'refundId'> & {
    readonly state: Exclude<ReturnState, 'requested'>
    readonly found?: Pick<OrderReturn, 'otherContents' | 'message'>
  },
): Promise<void> => {
  const { found } = end
  await tx.db
    .updateTable('order_return')
    .set({
      state: end.state,
      refund_id: end.refundId,
      ended_at: tx.now.toString(),
      ...(found ? { other_contents: found.otherContents, message: found.message } : {}),
    })
    .where('id', '=', id)
    .where('state', '<>', 'received')
    .execute()
}

/** The numbers of the returns of an order that were canceled at this moment. */
export const selectCanceledAt = async (db: Db, orderId: string, at: Temporal.Instant): Promise<string[]> => {
  const rows = await db
    .selectFrom('order_return')
    .select('number')
    .where('order_id', '=', orderId)
    .where('state', '=', 'canceled')
    .where('ended_at', '=', at.toString())
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

/** What came back of a line; also of one that was not announced. */
export const upsertReceived = async (
  tx: Tx,
  { id, orderId }: Pick<OrderReturn, 'id' | 'orderId'>,
  { position, restocked, writtenOff, note }: ReceivedLine,
): Promise<void> => {
  const found = {
    received_quantity: restocked + writtenOff,
    restocked_quantity: restocked,
    is_restocked: restocked > 0,
    note,
  }
  await tx.db
    .insertInto('order_return_line')
    .values({ return_id: id, order_id: orderId, position, quantity: 0, ...found })
    .onConflict((conflict) => conflict.columns(['return_id', 'position']).doUpdateSet(found))
    .execute()
}

/** Deletes what the team wrote about a member's returns; what came and what was refunded stays. */
export const eraseReturnTexts = async (tx: Tx, accountId: string): Promise<void> => {
  const texts = { other_contents: null, message: null }
  const ofAccount = tx.db.selectFrom('order_return').select('id').where('account_id', '=', accountId)
  await tx.defer(
    tx.db.updateTable('order_return_line').set({ note: null }).where('return_id', 'in', ofAccount),
  )
  await tx.defer(tx.db.updateTable('order_return').set(texts).where('account_id', '=', accountId))
}
