import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { SameBuyer } from '#shared/same-buyer.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { ReferralRefusal } from '../rules/referral.ts'

type Db = Kysely<Database>

export const readCode = async (db: Db, accountId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('loyalty_code')
    .select('code')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.code ?? null
}

/** Writes a member's code, unless there is one; returns the current one. */
export const insertCode = async (
  tx: Tx,
  accountId: string,
  code: string,
  trafficSource: string,
): Promise<string> => {
  await tx.db
    .insertInto('loyalty_code')
    .values({ account_id: accountId, code, traffic_source: trafficSource, created_at: tx.now.toString() })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  return (await readCode(tx.db, accountId)) ?? code
}

export const readAccountOfCode = async (db: Db, code: string): Promise<string | null> => {
  const row = await db
    .selectFrom('loyalty_code')
    .select('account_id')
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.account_id ?? null
}

export const readReferrer = async (db: Db, friendId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('loyalty_referral')
    .select('referrer_id')
    .where('friend_id', '=', friendId)
    .executeTakeFirst()
  return row?.referrer_id ?? null
}

interface ReferralDraft {
  readonly friendId: string
  readonly referrerId: string
  readonly claimedAt: Temporal.Instant
  readonly refused: ReferralRefusal | null
}

/** Decided once: a person who used a code before stays that member's friend. */
export const insertReferral = async (tx: Tx, draft: ReferralDraft): Promise<void> => {
  await tx.db
    .insertInto('loyalty_referral')
    .values({
      friend_id: draft.friendId,
      referrer_id: draft.referrerId,
      claimed_at: draft.claimedAt.toString(),
      refused: draft.refused,
      next_check_on: tx.today.toString(),
    })
    .onConflict((conflict) => conflict.column('friend_id').doNothing())
    .execute()
}

export const readReferralsOf = (db: Db, referrerId: string) =>
  db
    .selectFrom('loyalty_referral')
    .select(['refused', 'earned_at', 'claimed_at'])
    .where('referrer_id', '=', referrerId)
    .orderBy('claimed_at')
    .execute()

type Day = Pick<Tx, 'today'> & { readonly db: Kysely<Database> }

const dueReferral = ({ db, today }: Day) =>
  db
    .selectFrom('loyalty_referral')
    .select(['friend_id', 'referrer_id', 'reviewed_at'])
    .where('next_check_on', '<=', today.toString())
    .where((where) => where.or([where('review_reason', 'is', null), where('reviewed_at', 'is not', null)]))
    .where('refused', 'is', null)
    .where('earned_at', 'is', null)
    .orderBy('next_check_on')
    .limit(1)

/** Whether a referral is due for a check on this day. */
export const hasDueReferral = (on: Day): Expression<boolean> => sql<boolean>`exists ${dueReferral(on)}`

/** One open referral that is due for a check on this day. */
export const selectDueReferral = (tx: Tx) => dueReferral(tx).executeTakeFirst()

/** A friend's referral if it is still due, locked by this transaction. */
export const claimDueReferral = (tx: Tx, friendId: string) =>
  dueReferral(tx).where('friend_id', '=', friendId).forNoKeyUpdate().executeTakeFirst()

export const deleteReferral = async (tx: Tx, friendId: string): Promise<void> => {
  await tx.db.deleteFrom('loyalty_referral').where('friend_id', '=', friendId).execute()
}

export const postponeCheck = async (tx: Tx, friendId: string, day: Temporal.PlainDate): Promise<void> => {
  await tx.db
    .updateTable('loyalty_referral')
    .set({ next_check_on: day.toString() })
    .where('friend_id', '=', friendId)
    .execute()
}

/** Nothing is granted for this referral before an operator has reviewed it. */
export const holdForReview = async (tx: Tx, friendId: string, reason: SameBuyer): Promise<void> => {
  await tx.db
    .updateTable('loyalty_referral')
    .set({ review_reason: reason })
    .where('friend_id', '=', friendId)
    .execute()
}

/** Referrals that wait for an operator's look, oldest first. */
export const readReferralReviews = (db: Db) =>
  db
    .selectFrom('loyalty_referral')
    .select(['friend_id', 'referrer_id', 'review_reason'])
    .where('review_reason', 'is not', null)
    .where('reviewed_at', 'is', null)
    .where('refused', 'is', null)
    .orderBy('claimed_at')
    .execute()

/** Lets a referral earn at the next run, or refuses it for good; false when no review was open. */
export const setReferralReviewed = async (tx: Tx, friendId: string, isRefused: boolean): Promise<boolean> => {
  const row = await tx.db
    .updateTable('loyalty_referral')
    .set({ reviewed_at: tx.now.toString(), ...(isRefused ? { refused: 'reviewed' } : {}) })
    .where('friend_id', '=', friendId)
    .where('review_reason', 'is not', null)
    .where('reviewed_at', 'is', null)
    .returning('friend_id')
    .executeTakeFirst()
  return row !== undefined
}

export const markEarned = async (tx: Tx, friendId: string): Promise<void> => {
  await tx.db
    .updateTable('loyalty_referral')
    .set({ earned_at: tx.now.toString() })
    .where('friend_id', '=', friendId)
    .execute()
}

/** Deletes a member's code, and who used it. */
export const deleteReferralsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('loyalty_code').where('account_id', '=', accountId).execute()
  await tx.db
    .deleteFrom('loyalty_referral')
    .where((where) => where.or([where('friend_id', '=', accountId), where('referrer_id', '=', accountId)]))
    .execute()
}
