import { sql } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import { openRefundStates, type RefundOutcome } from '../rules/refund.ts'
import { firstCheckSeconds } from '../../charge/rules/charge-state.ts'
import { firstCheckAt, claimDue } from '../../charge/server/due-checks.ts'
import { chargesIn } from '../../charge/server/charge-store.ts'
import type { Db } from '../../charge/server/charge-store.ts'
import type { ProcessorName } from '../../processor/server/processor.ts'
import { disputeLost, refundFrom } from './refund-record.ts'
import type { Refund } from './refund-record.ts'
import type { Currency } from '#shared/money.ts'

/** Writes a refund; its first check comes after the request had the time for it. */
export const insertRefund = async (
  { db, process }: Pick<Tx, 'db' | 'process'>,
  refund: Refund,
  nextCheckAt: Temporal.Instant,
): Promise<void> => {
  const isWaiting = refund.state === 'waiting'
  await db
    .insertInto('refund')
    .values({
      id: refund.id,
      request_key: refund.requestKey,
      charge_id: refund.chargeId,
      order_id: refund.orderId,
      account_id: refund.accountId,
      amount_cents: refund.split.cardCents,
      credit_cents: refund.split.creditCents,
      currency: refund.currency,
      reason: refund.reason,
      note: refund.note,
      processor: refund.processor,
      processor_charge: refund.processorCharge,
      state: refund.state,
      processor_refund: refund.processorRefund,
      requested_at: refund.requestedAt.toString(),
      next_check_at: isWaiting ? null : nextCheckAt.toString(),
      requested_by: isWaiting ? null : process,
    })
    .execute()
}

/** Deletes what was written beside the refunds of these orders. */
export const eraseNotes = (tx: Tx, orderIds: readonly string[]): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('refund')
      .set({ note: null })
      .where('order_id', 'in', orderIds)
      .where('note', 'is not', null),
  )

/** For mails. */
export const readRefund = async (db: Db, id: string): Promise<Refund | null> => {
  const row = await db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? refundFrom(row) : null
}

export const readRefundByRequest = async (db: Db, requestKey: string): Promise<Refund | null> => {
  const row = await db
    .selectFrom('refund')
    .selectAll()
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  return row ? refundFrom(row) : null
}

/** Whether a refund waits for the end of a dispute. */
export const hasWaitingRefund = sql<boolean>`exists (select from refund where state = 'waiting')`

/** Refunds that wait although their charge is not disputed any more, oldest first. */
export const readReleasable = async (db: Db): Promise<Refund[]> => {
  const rows = await db
    .selectFrom('refund')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('charge_id', 'in', chargesIn(db).select('charge.id').where('disputed_cents', '=', 0))
    .orderBy('requested_at')
    .execute()
  return rows.map(refundFrom)
}

const waitEnds = {
  request: (at: string) => ({ state: 'intended', next_check_at: at }),
  lost: (at: string) => ({ state: 'refused', refusal: disputeLost, settled_at: at }),
  // The buyer has a part of it from their bank; an operator decides about the rest.
  'lost in part': (at: string) => ({
    state: 'refused',
    refusal: `${disputeLost}-in-part`,
    settled_at: at,
  }),
  // What it would pay back went back from the dashboard; an operator decides about the rest.
  'made elsewhere': (at: string) => ({ state: 'refused', refusal: 'made-elsewhere', settled_at: at }),
} as const

/** Ends the wait of a refund; returns whether it waited. */
export const endWait = async (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  id: string,
  how: keyof typeof waitEnds,
): Promise<boolean> => {
  const query = db
    .updateTable('refund')
    .set(waitEnds[how](now.toString()))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
  return ((await query.executeTakeFirst()).numUpdatedRows ?? 0n) > 0n
}

/** What went back to the card of a charge, or is on its way there; cents. */
export const readActiveCents = async (db: Db, chargeId: string): Promise<number> => {
  const row = await db
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('charge_id', '=', chargeId)
    .where('state', 'not in', ['waiting', 'refused'])
    .executeTakeFirstOrThrow()
  return row.cents
}

/** Refunds that the processor refused for good and that were not replaced, oldest first. */
export const readRefused = async (db: Db): Promise<Refund[]> => {
  const rows = await db
    .selectFrom('refund')
    .selectAll()
    .where('state', '=', 'refused')
    .where('refusal', 'is distinct from', disputeLost)
    .where('replaced_by', 'is', null)
    .orderBy('requested_at')
    .execute()
  return rows.map(refundFrom)
}

/** Another refund takes the place of those of an order that were refused: of all, or of one. */
export const markReplaced = async (
  db: Db,
  refund: Pick<Refund, 'id' | 'orderId'>,
  refusedId: string | null,
): Promise<void> => {
  await db
    .updateTable('refund')
    .set({ replaced_by: refund.id })
    .where('order_id', '=', refund.orderId)
    .where('state', '=', 'refused')
    .where('replaced_by', 'is', null)
    .$if(refusedId !== null, (query) => query.where('id', '=', refusedId))
    .execute()
}

/** Every refund of some orders, oldest first. */
export const readRefundsOfOrders = async (db: Db, orderIds: readonly string[]): Promise<Refund[]> => {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('requested_at')
    .execute()
  return rows.map(refundFrom)
}

/** The refunds that were recorded from one that was made at the processor; one for each order of its charge. */
export const readRefundsOfProcessor = async (
  db: Db,
  processor: ProcessorName,
  processorRefund: string,
): Promise<Refund[]> => {
  const rows = await db
    .selectFrom('refund')
    .selectAll()
    .where('processor', '=', processor)
    .where('processor_refund', '=', processorRefund)
    .execute()
  return rows.map(refundFrom)
}

/** Moves a settled refund to refused, because the bank sent it back; false when it was not settled. */
export const moveReversed = async (db: Db, id: string, now: Temporal.Instant): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('refund')
    .set({ state: 'refused', refusal: 'reversed', reversed_at: now.toString() })
    .where('id', '=', id)
    .where('state', '=', 'refunded')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** An outcome, or that the refund waits until a dispute is decided. */
export type RecordedOutcome = RefundOutcome | { readonly state: 'waiting' }

const changedColumns = (outcome: RecordedOutcome, now: Temporal.Instant) => {
  switch (outcome.state) {
    case 'refunded':
      return {
        state: outcome.state,
        processor_refund: outcome.processorRefund,
        next_check_at: null,
        settled_at: now.toString(),
      }
    case 'refused':
      return {
        state: outcome.state,
        refusal: outcome.reason,
        next_check_at: null,
        settled_at: now.toString(),
      }
    case 'pending':
      return { state: outcome.state, processor_refund: outcome.processorRefund, requested_by: null }
    case 'waiting':
      return { state: outcome.state, next_check_at: null, requested_by: null }
    case 'unknown':
      return {
        // A lost answer does not discard a refund that is known to be pending.
        state: sql<string>`case when state = 'pending' then state else 'unknown' end`,
        requested_by: null,
        next_check_at: firstCheckAt(now, firstCheckSeconds.unknown),
      }
    default:
      return outcome satisfies never
  }
}

/** Moves an open refund to the state of the outcome; null when it is settled already or does not exist. */
export const moveRefund = async (
  db: Db,
  id: string,
  outcome: RecordedOutcome,
  now: Temporal.Instant,
): Promise<Refund | null> => {
  const row = await db
    .updateTable('refund')
    .set(changedColumns(outcome, now))
    .where('id', '=', id)
    .where('state', 'in', openRefundStates)
    .returningAll()
    .executeTakeFirst()
  return row ? refundFrom(row) : null
}

/** Open refunds that are due for a check, claimed for this process. */
export const claimRefunds = async (
  tx: Pick<Tx, 'db' | 'now' | 'process'>,
  limit: number,
): Promise<Refund[]> => (await claimDue(tx, 'refund', limit)).map(refundFrom)

/** Refunds, for the queries of the reconciliation (`refund-entries.ts`). */
export const refundsIn = (db: Db) => db.selectFrom('refund')

/** What settled refunds paid back to cards, in total. */
export const selectRefundedCents = async (db: Db, currency: Currency): Promise<number> => {
  const row = await db
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('state', '=', 'refunded')
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return row.cents
}
