import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { instantOrNull } from '#shared/dates.ts'
import { PartnerScopeName } from '#shared/partner-scope.ts'
import type { ApiKey } from '../rules/api-key.ts'

type Db = Kysely<Database>

const Scopes = z.array(PartnerScopeName)

const keyFrom = (row: Selectable<Database['partner_key']>): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: Scopes.parse(row.scopes),
  createdAt: Temporal.Instant.from(row.created_at),
  expiresAt: Temporal.Instant.from(row.expires_at),
  revokedAt: instantOrNull(row.revoked_at),
  lastUsedAt: instantOrNull(row.last_used_at),
  replaces: row.replaces,
})

/** A key that is written, with the hash of its text. */
export type NewKey = Omit<ApiKey, 'createdAt' | 'revokedAt' | 'lastUsedAt'> & { readonly hash: Buffer }

export const insertKey = async (tx: Tx, key: NewKey): Promise<void> => {
  await tx.db
    .insertInto('partner_key')
    .values({
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      scopes: [...key.scopes],
      created_at: tx.now.toString(),
      expires_at: key.expiresAt.toString(),
      replaces: key.replaces,
    })
    .execute()
}

/** All keys, the newest first. */
export const selectKeys = async (db: Db): Promise<ApiKey[]> =>
  (await db.selectFrom('partner_key').selectAll().orderBy('id', 'desc').execute()).map(keyFrom)

/** A key by the hash of its text; null for an unknown one. */
export const selectKeyByHash = async (db: Db, hash: Buffer): Promise<ApiKey | null> => {
  const row = await db.selectFrom('partner_key').selectAll().where('hash', '=', hash).executeTakeFirst()
  return row ? keyFrom(row) : null
}

/** A key, locked for the transaction; null for an unknown one. */
export const lockKey = async (tx: Tx, id: string): Promise<ApiKey | null> => {
  const query = tx.db.selectFrom('partner_key').selectAll().where('id', '=', id).forUpdate()
  const row = await query.executeTakeFirst()
  return row ? keyFrom(row) : null
}

export const updateRevoked = async (tx: Tx, id: string): Promise<void> => {
  await tx.db.updateTable('partner_key').set({ revoked_at: tx.now.toString() }).where('id', '=', id).execute()
}

export const updateExpiry = async (tx: Tx, id: string, expiresAt: Temporal.Instant): Promise<void> => {
  await tx.db
    .updateTable('partner_key')
    .set({ expires_at: expiresAt.toString() })
    .where('id', '=', id)
    .execute()
}

/** Writes the last use, unless another process has done so since. */
export const touchKey = async (
  db: Db,
  { id, lastUsedAt }: Pick<ApiKey, 'id' | 'lastUsedAt'>,
  now: Temporal.Instant,
): Promise<void> => {
  const update = db.updateTable('partner_key').set({ last_used_at: now.toString() }).where('id', '=', id)
  const unchanged =
    lastUsedAt === null
      ? update.where('last_used_at', 'is', null)
      : update.where('last_used_at', '=', lastUsedAt.toString())
  await unchanged.execute()
}
