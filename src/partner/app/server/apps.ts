import { createHash } from 'node:crypto'
import type { Tx } from '#platform/app-deps.ts'
import { recordAction } from '#staff/server/audits.ts'
import type { AuditActor } from '#staff/server/audits.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { PartnerScope } from '#shared/partner-scope.ts'
import { isSecretLive, secretOverlap, secretText } from '../rules/partner-app.ts'
import {
  deleteTokensBefore,
  endOldAppSecret,
  insertApp,
  lockApp,
  updateAppRemoved,
  updateAppSecret,
} from './app-store.ts'
import type { StoredApp } from './app-store.ts'

export { forgetTokens, selectApps as listApps } from './app-store.ts'

/** Secrets and tokens are 32 random bytes, so that a fast hash is enough. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const subjectOf = (id: string): string => `app:${id}`

/** An app with its secret, which is returned once and stored nowhere. */
export interface AppSecret {
  readonly id: string
  readonly name: string
  readonly secret: string
}

/** Makes an app. */
export const createApp = async (
  tx: Tx,
  by: AuditActor,
  { name, scopes }: { readonly name: string; readonly scopes: readonly PartnerScope[] },
): Promise<AppSecret> => {
  const id = tx.ids.randomUuid()
  const secret = secretText(brand.key, tx.ids.token())
  await insertApp(tx, { id, name, scopes, secretHash: hashOf(secret) })
  const after = { name, scopes: scopes.join(' ') }
  recordAction(tx, by, { action: 'app.created', subject: subjectOf(id), after })
  return { id, name, secret }
}

/** An app that was not removed, locked. NOT_FOUND; ACTION_NOT_ALLOWED for a removed one. */
const lockLive = async (tx: Tx, id: string): Promise<StoredApp> => {
  const app = await lockApp(tx, id)
  if (app === null) throw new ShopError('NOT_FOUND', { detail: 'There is no such app.' })
  if (app.removedAt !== null)
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: `The app ${app.name} was removed.` })
  return app
}

/**
 * Makes another secret of an app; the newest one before counts for a week more, and none older. NOT_FOUND; ACTION_NOT_ALLOWED
 * for a removed app.
 */
export const rotateAppSecret = async (
  tx: Tx,
  by: AuditActor,
  id: string,
): Promise<AppSecret & { readonly oldEndsAt: Temporal.Instant }> => {
  const app = await lockLive(tx, id)
  const secret = secretText(brand.key, tx.ids.token())
  const oldEndsAt = tx.now.add(secretOverlap)
  await updateAppSecret(tx, app, hashOf(secret), oldEndsAt)
  await deleteTokensBefore(tx, app)
  recordAction(tx, by, {
    action: 'app.secret-rotated',
    subject: subjectOf(id),
    after: { secret: app.secretNumber + 1, ends: oldEndsAt.toString() },
  })
  return { id, name: app.name, secret, oldEndsAt }
}

/** Ends the old secret of an app at once, with the tokens that it got. NOT_FOUND; ACTION_NOT_ALLOWED without an old secret. */
export const endOldSecret = async (tx: Tx, by: AuditActor, id: string): Promise<StoredApp> => {
  const app = await lockLive(tx, id)
  if (!isSecretLive(app, app.secretNumber - 1, tx.now))
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: `The app ${app.name} has one secret.` })
  await endOldAppSecret(tx, id)
  await deleteTokensBefore(tx, app)
  const after = { secret: app.secretNumber - 1 }
  recordAction(tx, by, { action: 'app.secret-ended', subject: subjectOf(id), after })
  return app
}

/** Removes an app: its secrets and tokens open nothing any more. NOT_FOUND; ACTION_NOT_ALLOWED for a removed one. */
export const removeApp = async (tx: Tx, by: AuditActor, id: string): Promise<StoredApp> => {
  const app = await lockLive(tx, id)
  await updateAppRemoved(tx, id)
  recordAction(tx, by, { action: 'app.removed', subject: subjectOf(id), after: { name: app.name } })
  return app
}
