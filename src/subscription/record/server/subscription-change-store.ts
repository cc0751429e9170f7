import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import { instantOrNull } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { cardAction } from '../rules/since-change.ts'
import { SubscriptionTerms } from '../rules/subscription-terms.ts'
import type { Change } from '#subscription/change/rules/change.ts'

type ChangeRow = Selectable<Database['subscription_change']>

/** A person of staff who acts for a member, and why: the member reads both. */
export interface StaffReason {
  readonly name: string
  readonly reason: string
}

/** A change as it was made. */
export interface StoredChange {
  readonly id: string
  readonly subscriptionId: string
  readonly accountId: string
  readonly by: 'member' | 'staff' | 'shop'
  /** Of a change by staff, until the member's reasons are erased. */
  readonly staff: StaffReason | null
  /** What the request asked for, as a hash. */
  readonly fingerprint: string
  readonly action: string
  readonly before: SubscriptionTerms
  readonly after: SubscriptionTerms
  /** Its order was charged at once. */
  readonly charges: boolean
  /** Of the subscription after it. */
  readonly version: number
  /** The cycle whose charge was in flight meanwhile; null for none. */
  readonly cycleInFlight: string | null
  readonly at: Temporal.Instant
  readonly undoneAt: Temporal.Instant | null
}

const staffOf = ({ staff_name: name, staff_reason: reason }: ChangeRow): StaffReason | null =>
  name === null || reason === null ? null : { name, reason }

/** A change from its row. */
const changeFrom = (row: ChangeRow): StoredChange => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  accountId: row.account_id,
  by: row.staff_name !== null ? 'staff' : row.actor_kind === 'member' ? 'member' : 'shop',
  staff: staffOf(row),
  fingerprint: row.fingerprint,
  action: row.action,
  before: SubscriptionTerms.parse(row.before),
  after: SubscriptionTerms.parse(row.after),
  charges: row.charges,
  version: row.version,
  cycleInFlight: row.cycle_in_flight,
  at: Temporal.Instant.from(row.at),
  undoneAt: instantOrNull(row.undone_at),
})

export interface ChangeDraft {
  readonly id: string
  readonly subscriptionId: string
  readonly accountId: string
  /** Null: the shop. */
  readonly memberId: string | null
  readonly requestId: string
  readonly fingerprint: string
  readonly action: string
  readonly before: SubscriptionTerms
  readonly after: SubscriptionTerms
  readonly reason: unknown
  /** Its order is charged at once. */
  readonly charges: boolean
  readonly version: number
  /** The cycle whose charge is in flight meanwhile; missing for none. */
  readonly cycleInFlight?: string | null
  /** Missing for what members and the shop do. */
  readonly staff?: StaffReason | undefined
}

/** Writes a change down. The same request of the same subscription twice breaks the key. */
export const insertChange = async (tx: Tx, draft: ChangeDraft): Promise<void> => {
  await tx.db
    .insertInto('subscription_change')
    .values({
      id: draft.id,
      subscription_id: draft.subscriptionId,
      account_id: draft.accountId,
      actor_kind: draft.memberId === null ? 'shop' : 'member',
      actor_id: draft.memberId,
      request_id: draft.requestId,
      fingerprint: draft.fingerprint,
      action: draft.action,
      before: JSON.stringify(draft.before),
      after: JSON.stringify(draft.after),
      reason: draft.reason === null ? null : JSON.stringify(draft.reason),
      charges: draft.charges,
      version: draft.version,
      cycle_in_flight: draft.cycleInFlight ?? null,
      staff_name: draft.staff?.name ?? null,
      staff_reason: draft.staff?.reason ?? null,
      at: tx.now.toString(),
    })
    .execute()
}

/** The change that a request has made already. */
export const selectChangeByRequest = async (
  db: Kysely<Database>,
  subscriptionId: string,
  requestId: string,
): Promise<StoredChange | undefined> => {
  const row = await db
    .selectFrom('subscription_change')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row && changeFrom(row)
}

export const selectChange = async (
  db: Kysely<Database>,
  subscriptionId: string,
  id: string,
): Promise<StoredChange | undefined> => {
  const row = await db
    .selectFrom('subscription_change')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && changeFrom(row)
}

/** The latest changes, the newest first. */
export const selectChanges = async (
  db: Kysely<Database>,
  subscriptionId: string,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<StoredChange[]> => {
  const rows = await db
    .selectFrom('subscription_change')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(at, id) < (select at, id from subscription_change where id = ${after} and subscription_id = ${subscriptionId})`,
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(changeFrom)
}

/** The changes of a subscription that came after a version of it. */
export const selectChangesAfter = async (
  db: Kysely<Database>,
  subscriptionId: string,
  version: number,
): Promise<StoredChange[]> => {
  const rows = await db
    .selectFrom('subscription_change')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('version', '>', version)
    .execute()
  return rows.map(changeFrom)
}

/** The changes that were made while a cycle was being charged, the oldest first. */
export const selectChangesDuring = async (
  db: Kysely<Database>,
  subscriptionId: string,
  cycleId: string,
): Promise<StoredChange[]> => {
  const rows = await db
    .selectFrom('subscription_change')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('cycle_in_flight', '=', cycleId)
    .orderBy('version')
    .execute()
  return rows.map(changeFrom)
}

/** Corrects both sides of a change: they contained an order that was refused later. */
export const rewriteTerms = async (
  tx: Tx,
  id: string,
  { before, after }: Pick<ChangeDraft, 'before' | 'after'>,
): Promise<void> => {
  await tx.db
    .updateTable('subscription_change')
    .set({ before: JSON.stringify(before), after: JSON.stringify(after) })
    .where('id', '=', id)
    .execute()
}

/** A change of card: the version it made, and how many versions it accounts for; one that was undone made another. */
export interface CardVersions {
  readonly version: number
  readonly count: number
}

/** Of every change of a subscription's card. */
export const selectCardVersions = async (
  db: Kysely<Database>,
  subscriptionId: string,
): Promise<readonly CardVersions[]> => {
  const rows = await db
    .selectFrom('subscription_change')
    .select(['version', 'undone_at'])
    .where('subscription_id', '=', subscriptionId)
    .where('action', '=', cardAction)
    .execute()
  return rows.map(({ version, undone_at: undoneAt }) => ({ version, count: undoneAt === null ? 1 : 2 }))
}

/** The change was undone: by the member, or because its charge was declined. */
export const markUndone = async (tx: Tx, id: string): Promise<void> => {
  await tx.db
    .updateTable('subscription_change')
    .set({ undone_at: tx.now.toString() })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .execute()
}

/** Which of these changes were undone. */
export const selectUndone = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('subscription_change')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('undone_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The end that was set last for a subscription and not undone. */
export interface SetEnd {
  readonly subscriptionId: string
  /** Remaining orders; null if the end was removed. */
  readonly orders: number | null
  /** The first cycle that may have been one of them. */
  readonly fromCycle: number
  /** The subscription expired and was reactivated since. */
  readonly isOver: boolean
}

/** Of every subscription whose end was ever set. */
export const selectSetEnds = async (db: Kysely<Database>): Promise<readonly SetEnd[]> => {
  const { rows } = await sql<SetEnd>`with latest as (
      select distinct on (subscription_id) subscription_id, version, after from subscription_change
      where action = 'set-end' and undone_at is null order by subscription_id, version desc)
    select subscription_id as "subscriptionId", (after ->> 'remainingOrders')::int as orders,
      coalesce(after -> 'skipped' -> 0 ->> 'number', after ->> 'nextCycle')::int as "fromCycle",
      exists (select from subscription_change restarted
        where restarted.subscription_id = latest.subscription_id and restarted.action = 'reactivate'
          and restarted.undone_at is null and restarted.version > latest.version
          and restarted.before ->> 'remainingOrders' = '0') as "isOver"
    from latest`.execute(db)
  return rows
}

/** Erases the reasons that a member, or staff for the member, wrote from the history of their subscriptions. */
export const eraseReasonsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db
    .updateTable('subscription_change')
    .set({ reason: null, staff_name: null, staff_reason: null })
    .where('account_id', '=', accountId)
    .where((is) => is.or([is('reason', 'is not', null), is('staff_reason', 'is not', null)]))
    .execute()
}

/** The request as a hash of 64 characters: the change, and the cycle whose order it cancels (missing for none). */
export const fingerprintOf = (change: Change, canceledCycle?: string): string =>
  createHash('sha256')
    .update(JSON.stringify(canceledCycle === undefined ? change : [change, canceledCycle]))
    .digest('hex')
