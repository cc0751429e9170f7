import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { readKind } from '../rules/approval.ts'
import type { ApprovalKind, ApprovalState } from '../rules/approval.ts'
import type { MomentPlace } from '../rules/finance-filter.ts'

type Db = Kysely<Database>

const Row = z.object({
  id: z.string(),
  kind: z.string().transform(readKind),
  order_number: z.string().nullable(),
  request_id: z.string(),
  payload: z.unknown(),
  cents: z.number().nullable(),
  currency: CurrencyCode.nullable(),
  shipments: z.number().nullable(),
  reason: z.string(),
  requested_by: z.string(),
  requested_by_name: z.string(),
  requested_at: z.string(),
  expires_at: z.string(),
  state: z.enum(['open', 'approved', 'refused', 'withdrawn']),
  decided_by: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  decided_at: z.string().nullable(),
  decision_note: z.string().nullable(),
})

export type StoredApproval = z.output<typeof Row>

interface NewApproval {
  readonly kind: ApprovalKind
  readonly requestId: string
  readonly order: { readonly number: string; readonly accountId: string } | null
  readonly payload: object
  readonly sum: { readonly cents: number; readonly currency: string } | null
  readonly shipments: number | null
  readonly reason: string
  readonly staffId: string
  readonly expiresAt: Temporal.Instant
}

/** The id of a request, and whether it is new: the same form again is the same request. */
export const insertApproval = async (
  tx: Tx,
  one: NewApproval,
): Promise<{ readonly id: string; readonly isNew: boolean }> => {
  const row = await tx.db
    .insertInto('desk_approval')
    .values({
      id: tx.ids.uuid(),
      kind: one.kind,
      request_id: one.requestId,
      order_number: one.order?.number ?? null,
      account_id: one.order?.accountId ?? null,
      payload: JSON.stringify(one.payload),
      cents: one.sum?.cents ?? null,
      currency: one.sum?.currency ?? null,
      shipments: one.shipments,
      reason: one.reason,
      requested_by: one.staffId,
      requested_at: tx.now.toString(),
      expires_at: one.expiresAt.toString(),
      state: 'open',
    })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) return { id: row.id, isNew: true }
  const earlier = await tx.db
    .selectFrom('desk_approval')
    .select('id')
    .where('request_id', '=', one.requestId)
    .executeTakeFirstOrThrow()
  return { id: earlier.id, isNew: false }
}

/** One more than a page, the newest first; of some kinds, or of all for null. */
export const selectApprovals = async (
  db: Db,
  kinds: readonly string[] | null,
  after: MomentPlace | undefined,
  limit: number,
): Promise<readonly StoredApproval[]> => {
  let query = db.selectFrom('desk_approval_row').selectAll()
  if (kinds !== null) query = query.where('kind', 'in', kinds)
  if (after !== undefined)
    query = query.where((where) =>
      where(where.refTuple('requested_at', 'id'), '<', where.tuple(after.at, after.id)),
    )
  const rows = await query
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => Row.parse(row))
}

/** Requests for price increases that were not approved, the newest first. */
export const selectIncreaseRequests = async (db: Db, limit: number): Promise<readonly StoredApproval[]> => {
  const rows = await db
    .selectFrom('desk_approval_row')
    .selectAll()
    .where('kind', '=', 'price-increase')
    .where('state', '<>', 'approved')
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => Row.parse(row))
}

/** The newest open request of a kind whose payload names this; null without one. */
export const selectOpenRequest = async (
  db: Db,
  about: { readonly kind: 'page' | 'newsletter'; readonly key: 'slug' | 'campaign'; readonly value: string },
  now: Temporal.Instant,
): Promise<StoredApproval | null> => {
  const row = await db
    .selectFrom('desk_approval_row')
    .selectAll()
    .where('kind', '=', about.kind)
    .where('state', '=', 'open')
    .where('expires_at', '>', now.toString())
    .where(sql<string>`payload ->> ${about.key}`, '=', about.value)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? Row.parse(row) : null
}

export const selectApproval = async (db: Db, id: string): Promise<StoredApproval | null> => {
  const row = await db.selectFrom('desk_approval_row').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? Row.parse(row) : null
}

/** Locks a request, so that of two people one decides it. The caller reads it again. */
export const lockApproval = async ({ db }: Pick<Tx, 'db'>, id: string): Promise<void> => {
  await db.selectFrom('desk_approval').select('id').where('id', '=', id).forUpdate().execute()
}

export const updateDecided = (
  tx: Tx,
  id: string,
  decision: {
    readonly state: Exclude<ApprovalState, 'open'>
    readonly staffId: string
    readonly note: string
  },
): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('desk_approval')
      .set({
        state: decision.state,
        decided_by: decision.staffId,
        decided_at: tx.now.toString(),
        decision_note: decision.note,
      })
      .where('id', '=', id),
  )

/** Deletes what was decided, or expired, before a moment. Returns how many. */
export const deleteApprovalsBefore = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = tx.db
    .selectFrom('desk_approval')
    .select('id')
    .where('expires_at', '<', before.toString())
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.db.deleteFrom('desk_approval').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the requests about a member, with the account. */
export const deleteApprovalsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('desk_approval').where('account_id', '=', accountId).execute()
}
