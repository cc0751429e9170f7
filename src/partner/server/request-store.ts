import { sql } from 'kysely'
import type { AppDeps, Tx } from '#platform/app-deps.ts'

/** A request by the partner's program, known by its key or app, and the Idempotency-Key that it named. */
export interface RequestName {
  /** The column has its older name. */
  readonly programId: string
  readonly idempotencyKey: string
}

/** A request that was made before. */
export interface StoredRequest {
  readonly fingerprint: Buffer
  readonly requestedAt: Temporal.Instant
  readonly runningUntil: Temporal.Instant | null
  readonly reply: unknown
}

/** Writes a request that begins; false when there is one of this name. */
export const insertRequest = async (
  tx: Tx,
  { programId, idempotencyKey }: RequestName,
  fingerprint: Buffer,
  runningUntil: Temporal.Instant,
): Promise<boolean> => {
  const inserted = await tx.db
    .insertInto('partner_request')
    .values({
      key_id: programId,
      idempotency_key: idempotencyKey,
      fingerprint,
      requested_at: tx.now.toString(),
      running_until: runningUntil.toString(),
    })
    .onConflict((conflict) => conflict.columns(['key_id', 'idempotency_key']).doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The request of this name, locked for the transaction; null when it was forgotten meanwhile. */
export const lockRequest = async (
  tx: Tx,
  { programId, idempotencyKey }: RequestName,
): Promise<StoredRequest | null> => {
  const row = await tx.db
    .selectFrom('partner_request')
    .selectAll()
    .where('key_id', '=', programId)
    .where('idempotency_key', '=', idempotencyKey)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    fingerprint: row.fingerprint,
    requestedAt: Temporal.Instant.from(row.requested_at),
    runningUntil: row.running_until === null ? null : Temporal.Instant.from(row.running_until),
    reply: row.reply,
  }
}

/** Begins a request again: its process has ended, or its reply is too old. */
export const restartRequest = async (
  tx: Tx,
  { programId, idempotencyKey }: RequestName,
  fingerprint: Buffer,
  runningUntil: Temporal.Instant,
): Promise<void> => {
  await tx.db
    .updateTable('partner_request')
    .set({
      fingerprint,
      requested_at: tx.now.toString(),
      running_until: runningUntil.toString(),
      reply: null,
    })
    .where('key_id', '=', programId)
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
}

/** Stores the reply of a request that this process runs. */
export const saveReply = async (
  { database }: Pick<AppDeps, 'database'>,
  { programId, idempotencyKey }: RequestName,
  reply: unknown,
): Promise<void> => {
  await database
    .updateTable('partner_request')
    .set({ running_until: null, reply: JSON.stringify(reply) })
    .where('key_id', '=', programId)
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
}

/** Forgets a request that did nothing, so that it can be made again under its name. */
export const deleteRequest = async (
  { database }: Pick<AppDeps, 'database'>,
  { programId, idempotencyKey }: RequestName,
): Promise<void> => {
  await database
    .deleteFrom('partner_request')
    .where('key_id', '=', programId)
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
}

/** Deletes requests from before a moment; returns how many. */
export const forgetRequests = async (tx: Tx, before: Temporal.Instant, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from partner_request where (key_id, idempotency_key) in (
      select key_id, idempotency_key from partner_request
      where requested_at < ${before.toString()} limit ${limit})`.execute(tx.db)
  return Number(numAffectedRows ?? 0)
}
