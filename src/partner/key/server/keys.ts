import { createHash } from 'node:crypto'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { Partner } from '#platform/request-context.ts'
import { recordAction } from '#staff/server/audits.ts'
import type { AuditActor } from '#staff/server/audits.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { PartnerScope } from '#shared/partner-scope.ts'
import { endOfReplaced, isKeyLive, isKeyTouchDue, keyIn, keyPrefix, keyText } from '../rules/api-key.ts'
import type { ApiKey } from '../rules/api-key.ts'
import { insertKey, lockKey, selectKeyByHash, touchKey, updateExpiry, updateRevoked } from './key-store.ts'

export { selectKeys as listKeys } from './key-store.ts'

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Whose program has the key of an Authorization header; null without a live key. */
export const partnerOfKey = async (
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  header: string | undefined,
): Promise<Partner | null> => {
  const text = keyIn(header)
  const key = text === null ? null : await selectKeyByHash(database, hashOf(text))
  const now = clock.now()
  if (key === null || !isKeyLive(key, now)) return null
  if (isKeyTouchDue(key, now)) await touchKey(database, key, now)
  return { kind: 'partner', credential: 'key', programId: key.id, name: key.name, scopes: key.scopes }
}

const subjectOf = (id: string): string => `api-key:${id}`

/** What a new key is asked for with. */
export interface KeyRequest {
  readonly name: string
  readonly scopes: readonly PartnerScope[]
  /** How long it counts. */
  readonly days: number
  /** Whether the shop takes real money: the key says so. */
  readonly isLive: boolean
}

const newKey = async (
  tx: Tx,
  { name, scopes, days, isLive }: KeyRequest,
  replaces: string | null,
): Promise<{ readonly id: string; readonly key: string }> => {
  const key = keyText(brand.key, isLive, tx.ids.token())
  const id = tx.ids.uuid()
  const expiresAt = tx.now.add({ hours: days * 24 })
  await insertKey(tx, { id, name, prefix: keyPrefix(key), hash: hashOf(key), scopes, expiresAt, replaces })
  return { id, key }
}

/** Makes a key; its text is returned once and stored nowhere. */
export const createKey = async (tx: Tx, by: AuditActor, request: KeyRequest) => {
  const made = await newKey(tx, request, null)
  const { name, scopes, days } = request
  const after = { name, scopes: scopes.join(' '), days }
  recordAction(tx, by, { action: 'api-key.created', subject: subjectOf(made.id), after })
  return made
}

/** A key that opens something, locked. NOT_FOUND; ACTION_NOT_ALLOWED for one that has ended. */
const lockLive = async (tx: Tx, id: string): Promise<ApiKey> => {
  const key = await lockKey(tx, id)
  if (key === null) throw new ShopError('NOT_FOUND', { detail: 'There is no such key.' })
  if (!isKeyLive(key, tx.now))
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: `The key ${key.name} has ended.` })
  return key
}

/**
 * Makes a key with the same name and scopes; the old one counts for a week more. Returns the new text, once. NOT_FOUND;
 * ACTION_NOT_ALLOWED for a key that has ended.
 */
export const rotateKey = async (
  tx: Tx,
  by: AuditActor,
  id: string,
  request: Pick<KeyRequest, 'days' | 'isLive'>,
) => {
  const old = await lockLive(tx, id)
  const endsAt = endOfReplaced(old, tx.now)
  await updateExpiry(tx, id, endsAt)
  const made = await newKey(tx, { ...request, name: old.name, scopes: old.scopes }, id)
  const after = { key: made.id, ends: endsAt.toString() }
  recordAction(tx, by, { action: 'api-key.rotated', subject: subjectOf(id), after })
  return { ...made, name: old.name, oldEndsAt: endsAt }
}

/** Ends a key at once. NOT_FOUND; ACTION_NOT_ALLOWED for one that has ended. */
export const revokeKey = async (tx: Tx, by: AuditActor, id: string): Promise<ApiKey> => {
  const key = await lockLive(tx, id)
  await updateRevoked(tx, id)
  recordAction(tx, by, { action: 'api-key.revoked', subject: subjectOf(id), after: { name: key.name } })
  return key
}
