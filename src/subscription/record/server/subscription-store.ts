import { sql } from 'kysely'
import type { Expression, Kysely, QueryCreator } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { SubscriptionTerms } from '../rules/subscription-terms.ts'
import type { SubscriptionDraft } from '../rules/subscription-draft.ts'
import { parkedIds } from './parked-store.ts'
import { insertStatusesQuery, recordStatusChange, statusOf } from './status-store.ts'
import { subscriptionFrom, subscriptionsFrom } from './subscription-record.ts'
import type { StoredSubscription } from './subscription-record.ts'
import type { CardChoice } from '../rules/card-choice.ts'
import {
  advancedColumns,
  advancedRows,
  draftColumns,
  hasExpired,
  liveStates,
  noticesDueNow,
  termsColumns,
} from './subscription-columns.ts'
import type { CountedCoupon, NextCycle } from './subscription-columns.ts'
import { insertPrepaidTermsQuery } from '#subscription/term/server/prepaid-term-store.ts'
import type { StoredPrepaidTerm } from '#subscription/term/server/prepaid-term-store.ts'

/** Subscriptions, for the queries of runs and checks (`subscription-looks.ts`). */
export const subscriptionsIn = (db: Kysely<Database>) => db.selectFrom('subscription')

const subscriptions = (db: Kysely<Database>) => subscriptionsIn(db).selectAll()

type SubscriptionQuery = ReturnType<typeof subscriptions>

const readOne = async (query: SubscriptionQuery): Promise<StoredSubscription | undefined> => {
  const row = await query.executeTakeFirst()
  return row && subscriptionFrom(row)
}

/** Writes all subscriptions of an order, their status, and the prepaid term of each, in one statement. */
export const insertSubscriptions = async (
  tx: Tx,
  drafts: readonly SubscriptionDraft[],
  prepaidTerms: readonly StoredPrepaidTerm[],
): Promise<void> => {
  const rows = drafts.map((draft) => ({ ...draftColumns(tx, draft), version: 1 }))
  if (rows.length === 0) return
  const opened = tx.db
    .with('opened', (db) => db.insertInto('subscription').values(rows))
    .with('status', (db) => insertStatusesQuery(db, tx, rows))
  await tx.defer(insertPrepaidTermsQuery(opened, prepaidTerms))
}

/** A member's subscriptions, the oldest first. */
export const selectSubscriptionsOf = async (
  db: Kysely<Database>,
  accountId: string,
): Promise<StoredSubscription[]> =>
  subscriptionsFrom(
    await subscriptions(db)
      .where('account_id', '=', accountId)
      .orderBy('activated_at')
      .orderBy('line_position')
      .execute(),
  )

/** What lives of these members' subscriptions. */
export const selectLiveSubscriptionsOf = async (
  db: Kysely<Database>,
  accountIds: readonly string[],
): Promise<StoredSubscription[]> =>
  subscriptionsFrom(
    await subscriptions(db)
      .where('account_id', 'in', [...new Set(accountIds)])
      .where('state', 'in', liveStates)
      .execute(),
  )

/** One of a member's subscriptions. */
export const selectSubscriptionOf = (
  db: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<StoredSubscription | undefined> =>
  readOne(subscriptions(db).where('account_id', '=', accountId).where('id', '=', id))

/** For jobs, which know the id from an event. */
export const selectSubscriptionById = (
  db: Kysely<Database>,
  id: string,
): Promise<StoredSubscription | undefined> => readOne(subscriptions(db).where('id', '=', id))

export type DayColumn = 'next_attempt_on' | 'next_order_on' | 'paused_until' | 'notices_on'

/** Subscriptions whose day has come, oldest first, without those that are parked. */
export interface DueSubscriptions {
  /** Locked for this transaction, this many or the given one; parallel workers get different rows. */
  readonly claim: (tx: Tx, limit: number, id?: string) => Promise<StoredSubscription[]>
  readonly peek: (
    db: Kysely<Database>,
    today: Temporal.PlainDate,
    limit: number,
  ) => Promise<StoredSubscription[]>
  /** Whether there is any. */
  readonly isAny: (db: Kysely<Database>, today: Temporal.PlainDate) => Expression<boolean>
}

const dueBy = (states: readonly string[], day: DayColumn): DueSubscriptions => {
  const all = (db: Kysely<Database>, today: Temporal.PlainDate) =>
    subscriptionsIn(db)
      .where('state', 'in', states)
      .where(day, '<=', today.toString())
      .where('id', 'not in', parkedIds(db))
  const due = (db: Kysely<Database>, today: Temporal.PlainDate, limit: number) =>
    all(db, today).selectAll().orderBy(day).orderBy('id').limit(limit)
  return {
    claim: async ({ db, today }, limit, id) =>
      subscriptionsFrom(
        await due(db, today, limit)
          .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
          .forNoKeyUpdate()
          .skipLocked()
          .execute(),
      ),
    peek: async (db, today, limit) => subscriptionsFrom(await due(db, today, limit).execute()),
    isAny: (db, today) => sql<boolean>`exists ${all(db, today).select('id')}`,
  }
}

/** Everything overdue. */
export const dueForRenewal = dueBy(['active'], 'next_attempt_on')
/** Paused subscriptions whose day has come. */
export const dueForResume = dueBy(['paused'], 'paused_until')
/** Subscriptions that begin on a day that has come. */
export const dueForStart = dueBy(['future'], 'next_order_on')
/** Live subscriptions whose notices are to be checked. */
export const dueForNotices = dueBy(liveStates, 'notices_on')

/** Moves the claimed subscriptions out of the due ones while their charges are in flight. */
export const postponeAttempts = async (
  tx: Tx,
  ids: readonly string[],
  until: Temporal.PlainDate,
): Promise<void> => {
  if (ids.length === 0) return
  await tx.db
    .updateTable('subscription')
    .set({ next_attempt_on: until.toString() })
    .where('id', 'in', ids)
    .where('state', '=', 'active')
    .execute()
}

/** A locked subscription whose cycle is billed, and what comes next. */
export interface Advance {
  readonly subscription: StoredSubscription
  readonly next: NextCycle
  readonly counted: CountedCoupon
}

/**
 * After billed cycles: the next number and its date, the price charged, and one renewal less of a counted code, of different
 * subscriptions in one statement. With its last order a subscription expires (`hasExpired`).
 */
export const advanceSubscriptions = async (tx: Tx, advances: readonly Advance[]): Promise<void> => {
  if (advances.length === 0) return
  const rows = advances.map(({ subscription, ...advance }) => {
    const ends = hasExpired(subscription, advance.next)
    return { ...advance, id: subscription.id, ends, subscription }
  })
  const advanced = tx.db
    .updateTable('subscription')
    .from(advancedRows(rows))
    .set((set) => ({ ...advancedColumns(tx), version: set('version', '+', 1) }))
    .whereRef('subscription.id', '=', 'next.id')
  await tx.defer(advanced)
  for (const { subscription, next, ends } of rows) {
    const state = ends ? 'expired' : subscription.state
    const version = subscription.version + 1
    const after = { ...subscription, state, version, unitPriceCents: next.unitPriceCents }
    await recordStatusChange(tx, statusOf(subscription), statusOf(after))
  }
}

/** Writes a subscription after a change; its version increases by one. `cardChosenAt` counts if the card is another one. */
export const updateTerms = async (
  tx: Tx,
  before: StoredSubscription,
  terms: SubscriptionTerms,
  cardChosenAt: Temporal.Instant = tx.now,
): Promise<StoredSubscription> => {
  const choice =
    before.paymentMethodId === terms.paymentMethodId ? {} : { card_chosen_at: cardChosenAt.toString() }
  const written = await tx.db
    .updateTable('subscription')
    .set({ ...termsColumns(terms), ...choice, notices_on: noticesDueNow, version: before.version + 1 })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordStatusChange(tx, statusOf(before), written)
  return subscriptionFrom(written)
}

/** The latest order was canceled: the one before it is the last. */
export const setLastOrderOn = async (tx: Tx, id: string, on: string): Promise<void> => {
  await tx.db.updateTable('subscription').set({ last_order_on: on }).where('id', '=', id).execute()
}

/** When the notices of these subscriptions are checked next, unless they change before. */
export const setNoticesOn = async (tx: Tx, ids: readonly string[], on: string): Promise<void> => {
  await tx.db.updateTable('subscription').set({ notices_on: on }).where('id', 'in', ids).execute()
}

/** A fact changed on which the notices of a subscription, or of all subscriptions of a plan, depend. */
export const queueNotices = async (tx: Tx, by: 'id' | 'plan_code', value: string): Promise<void> => {
  await tx.db
    .updateTable('subscription')
    .set({ notices_on: noticesDueNow })
    .where(by, '=', value)
    .where('state', 'in', liveStates)
    .execute()
}

/**
 * One subscription, locked for the transaction that moves it on. Not a plain `for update`: that would wait for, and
 * deadlock with, the key locks of the cycles and changes that are being written for it.
 */
export const lockSubscription = async (tx: Tx, id: string): Promise<StoredSubscription> =>
  subscriptionFrom(await subscriptions(tx.db).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow())

/** One of a member's subscriptions, locked likewise. */
export const lockSubscriptionOf = (
  tx: Tx,
  accountId: string,
  id: string,
): Promise<StoredSubscription | undefined> =>
  readOne(subscriptions(tx.db).where('account_id', '=', accountId).where('id', '=', id).forNoKeyUpdate())

const isAmong = (ids: readonly string[]) => sql<boolean>`id = any(${[...ids]}::uuid[])`

/** Locks subscriptions in the order of their ids, and keeps others from inserting rows that refer to them. */
export const lockSubscriptionRows = async (db: Kysely<Database>, ids: readonly string[]): Promise<void> => {
  await db.selectFrom('subscription').select('id').where(isAmong(ids)).orderBy('id').forUpdate().execute()
}

/** The versions of subscriptions, which are locked, as part of a statement that depends on them. */
export const lockedVersionsQuery = (db: QueryCreator<Database>, ids: readonly string[]) =>
  db.selectFrom('subscription').select(['id', 'version']).where(isAmong(ids)).forNoKeyUpdate()

/** Sets the card to assign once the charge in flight is settled, with the request that chose it; null for none. */
export const setWaitingCard = (tx: Tx, id: string, choice: CardChoice | null): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('subscription')
      .set({
        waiting_card_id: choice?.paymentMethodId ?? null,
        waiting_card_request: choice?.requestId ?? null,
        waiting_card_chosen_at: choice?.chosenAt.toString() ?? null,
      })
      .where('id', '=', id),
  )

/** The card that a subscription has was chosen again: an earlier choice does not replace it either. */
export const noteCardChoice = async (
  tx: Tx,
  accountId: string,
  id: string,
  { paymentMethodId, chosenAt }: CardChoice,
): Promise<void> => {
  await tx.db
    .updateTable('subscription')
    .set({ card_chosen_at: chosenAt.toString() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('payment_method_id', '=', paymentMethodId)
    .where((where) =>
      where.or([where('card_chosen_at', 'is', null), where('card_chosen_at', '<', chosenAt.toString())]),
    )
    .execute()
}

/** Its open cycle was withdrawn: it is due again on the day on which it was. Returns it as it is now, locked. */
export const restoreDueDate = async (
  tx: Tx,
  id: string,
  on: string,
): Promise<StoredSubscription | undefined> => {
  const row = await tx.db
    .updateTable('subscription')
    .set({ next_attempt_on: on })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .returningAll()
    .executeTakeFirst()
  return row && subscriptionFrom(row)
}
