import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { suppressionReasons } from '../rules/suppression.ts'
import type { DeliveryReport } from '../rules/delivery-report.ts'

type Db = Kysely<Database>

const Row = z
  .object({
    id: z.string(),
    email: z.string(),
    reason: z.enum(suppressionReasons),
    detail: z.string(),
    source: z.string(),
    campaign_id: z.string().nullable(),
    at: z.string().transform((text) => Temporal.Instant.from(text)),
  })
  .transform(({ campaign_id: campaignId, ...row }) => ({ ...row, campaignId }))

/** An address that gets no newsletter. */
export type Suppression = z.output<typeof Row>

/** Suppresses an address. A complaint stays one; a bounce after another one changes nothing. */
export const upsertSuppression = async (tx: Tx, one: Omit<Suppression, 'id' | 'at'>): Promise<void> => {
  await tx.db
    .insertInto('newsletter_suppression')
    .values({
      id: tx.ids.uuid(),
      email: one.email,
      reason: one.reason,
      detail: one.detail,
      source: one.source,
      campaign_id: one.campaignId,
      at: tx.now.toString(),
    })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet((set) => ({
          reason: set.ref('excluded.reason'),
          detail: set.ref('excluded.detail'),
          source: set.ref('excluded.source'),
          campaign_id: set.ref('excluded.campaign_id'),
          at: set.ref('excluded.at'),
        }))
        .where('newsletter_suppression.reason', '<>', 'complaint')
        .where(sql.ref('excluded.reason'), '<>', sql.ref('newsletter_suppression.reason')),
    )
    .execute()
}

export const selectSuppressionOf = async (db: Db, email: string): Promise<Suppression | null> => {
  const row = await db
    .selectFrom('newsletter_suppression')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()
  return row ? Row.parse(row) : null
}

/** A suppressed address, locked until the transaction ends. */
export const lockSuppression = async (tx: Tx, id: string): Promise<Suppression | null> => {
  const row = await tx.db
    .selectFrom('newsletter_suppression')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? Row.parse(row) : null
}

/** The newest first; one more than `limit` when there are more. */
export const selectSuppressions = async (
  db: Db,
  after: { readonly at: string; readonly id: string } | undefined,
  limit: number,
): Promise<readonly Suppression[]> => {
  let query = db.selectFrom('newsletter_suppression').selectAll()
  if (after !== undefined)
    query = query.where((where) => where(where.refTuple('at', 'id'), '<', where.tuple(after.at, after.id)))
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => Row.parse(row))
}

/** Takes an address off the list, with the bounces that were counted for it. */
export const deleteSuppressionOf = async (db: Db, email: string): Promise<void> => {
  await db.deleteFrom('newsletter_suppression').where('email', '=', email).execute()
  await db.deleteFrom('newsletter_bounce').where('email', '=', email).execute()
}

/** Writes a report; false for one that came before. */
export const insertBounce = async (
  tx: Tx,
  { eventKey, kind, detail }: Pick<DeliveryReport, 'eventKey' | 'kind' | 'detail'>,
  { email, campaignId, source }: { email: string; campaignId: string | null; source: string },
): Promise<boolean> => {
  const row = await tx.db
    .insertInto('newsletter_bounce')
    .values({
      id: tx.ids.uuid(),
      event_key: eventKey,
      kind,
      email,
      campaign_id: campaignId,
      detail,
      source,
      at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The soft bounces of an address since a moment. */
export const countSoftBounces = async (db: Db, email: string, since: Temporal.Instant): Promise<number> => {
  const { count } = await db
    .selectFrom('newsletter_bounce')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('kind', '=', 'soft')
    .where('at', '>=', since.toString())
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes up to `limit` reports from before a moment; suppressed addresses stay. Returns how many. */
export const deleteBouncesBefore = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = tx.db
    .selectFrom('newsletter_bounce')
    .select('id')
    .where('at', '<', before.toString())
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.db
    .deleteFrom('newsletter_bounce')
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
