import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { instantOrNull } from '#shared/dates.ts'
import { PartnerScopeName } from '#shared/partner-scope.ts'
import type { AccessToken, PartnerApp } from '../rules/partner-app.ts'

type Db = Kysely<Database>

const Scopes = z.array(PartnerScopeName)

/** An app with the hashes of its secrets. */
export interface StoredApp extends PartnerApp {
  readonly secretHash: Buffer
  readonly oldSecretHash: Buffer | null
}

const appFrom = (row: Selectable<Database['partner_app']>): StoredApp => ({
  id: row.id,
  name: row.name,
  scopes: Scopes.parse(row.scopes),
  createdAt: Temporal.Instant.from(row.created_at),
  removedAt: instantOrNull(row.removed_at),
  lastUsedAt: instantOrNull(row.last_used_at),
  secretNumber: row.secret_number,
  secretHash: row.secret_hash,
  oldSecretHash: row.old_secret_hash,
  oldSecretUntil: instantOrNull(row.old_secret_until),
})

export const insertApp = async (
  tx: Tx,
  app: Pick<StoredApp, 'id' | 'name' | 'scopes' | 'secretHash'>,
): Promise<void> => {
  await tx.db
    .insertInto('partner_app')
    .values({
      id: app.id,
      name: app.name,
      scopes: [...app.scopes],
      created_at: tx.now.toString(),
      secret_hash: app.secretHash,
    })
    .execute()
}

/** All apps, the newest first. */
export const selectApps = async (db: Db): Promise<PartnerApp[]> =>
  (await db.selectFrom('partner_app').selectAll().orderBy('id', 'desc').execute()).map(appFrom)

/** An app by its `client_id`; null for an unknown one. */
export const selectApp = async (db: Db, id: string): Promise<StoredApp | null> => {
  const row = await db.selectFrom('partner_app').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? appFrom(row) : null
}

/** An app, locked for the transaction; null for an unknown one. */
export const lockApp = async (tx: Tx, id: string): Promise<StoredApp | null> => {
  const query = tx.db.selectFrom('partner_app').selectAll().where('id', '=', id).forNoKeyUpdate()
  const row = await query.executeTakeFirst()
  return row ? appFrom(row) : null
}

/** Puts a new secret in the place of the newest one, which counts until `oldUntil`. */
export const updateAppSecret = async (
  tx: Tx,
  { id, secretHash, secretNumber }: Pick<StoredApp, 'id' | 'secretHash' | 'secretNumber'>,
  newHash: Buffer,
  oldUntil: Temporal.Instant,
): Promise<void> => {
  await tx.db
    .updateTable('partner_app')
    .set({
      secret_number: secretNumber + 1,
      secret_hash: newHash,
      old_secret_hash: secretHash,
      old_secret_until: oldUntil.toString(),
    })
    .where('id', '=', id)
    .execute()
}

export const endOldAppSecret = async (tx: Tx, id: string): Promise<void> => {
  await tx.db
    .updateTable('partner_app')
    .set({ old_secret_hash: null, old_secret_until: null })
    .where('id', '=', id)
    .execute()
}

export const updateAppRemoved = async (tx: Tx, id: string): Promise<void> => {
  await tx.db.updateTable('partner_app').set({ removed_at: tx.now.toString() }).where('id', '=', id).execute()
}

/** Writes a token, and that the app was used. */
export const insertToken = async (
  tx: Tx,
  hash: Buffer,
  { app, secretNumber, scopes, expiresAt }: AccessToken,
  touchedBefore: Temporal.Instant,
): Promise<void> => {
  const now = tx.now.toString()
  await tx.db
    .insertInto('partner_token')
    .values({
      hash,
      app_id: app.id,
      secret_number: secretNumber,
      scopes: [...scopes],
      created_at: now,
      expires_at: expiresAt.toString(),
    })
    .execute()
  await tx.db
    .updateTable('partner_app')
    .set({ last_used_at: now })
    .where('id', '=', app.id)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<', touchedBefore.toString())]),
    )
    .execute()
}

/** A token by its hash, with its app; null for an unknown one. */
export const selectToken = async (db: Db, hash: Buffer): Promise<AccessToken | null> => {
  const row = await db
    .selectFrom('partner_token')
    .innerJoin('partner_app', 'partner_app.id', 'partner_token.app_id')
    .selectAll('partner_app')
    .select([
      'partner_token.secret_number as token_secret_number',
      'partner_token.scopes as token_scopes',
      'partner_token.expires_at',
    ])
    .where('partner_token.hash', '=', hash)
    .executeTakeFirst()
  if (!row) return null
  return {
    app: appFrom(row),
    secretNumber: row.token_secret_number,
    scopes: Scopes.parse(row.token_scopes),
    expiresAt: Temporal.Instant.from(row.expires_at),
  }
}

export const deleteToken = async (tx: Tx, hash: Buffer): Promise<void> => {
  await tx.db.deleteFrom('partner_token').where('hash', '=', hash).execute()
}

/** Ends every token of an app that was asked for with a secret before this one. */
export const deleteTokensBefore = async (
  tx: Tx,
  { id, secretNumber }: Pick<PartnerApp, 'id' | 'secretNumber'>,
): Promise<void> => {
  await tx.db
    .deleteFrom('partner_token')
    .where('app_id', '=', id)
    .where('secret_number', '<', secretNumber)
    .execute()
}

/** Deletes tokens that ended before a moment; returns how many. */
export const forgetTokens = async (tx: Tx, before: Temporal.Instant, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from partner_token where hash in (
      select hash from partner_token where expires_at < ${before.toString()} limit ${limit})`.execute(tx.db)
  return Number(numAffectedRows ?? 0)
}
