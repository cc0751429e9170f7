import type { Tx } from '#platform/app-deps.ts'
import type { SignOnProvider } from '../sign-on-endpoints.ts'
import { readAccessEnded, writeAccessEnded } from './account-store.ts'
import type { Db } from './account-store.ts'
import { endEmailChanges } from './email-change-store.ts'
import { closeLinks } from './link-store.ts'
import { deletePasswordChoices } from './password-choice-store.ts'
import { deletePasskey, readPasskeysOf } from './passkey-store.ts'
import { revokeEverySession, revokeSessionsOf } from './session-store.ts'
import { deleteIdentities, readProvidersOf } from './sign-on-store.ts'

/**
 * Ends every session of an account and everything that was mailed to open it: links of every purpose, and a pending
 * change of e-mail. Returns how many sessions were open.
 */
export const endAccess = async (tx: Tx, accountId: string): Promise<number> => {
  await writeAccessEnded(tx.db, { accountId }, tx.now)
  await endEmailChanges(tx.db, { accountId }, tx.now)
  await closeLinks(tx.db, { accountId }, tx.now)
  await deletePasswordChoices(tx.db, { accountId })
  return revokeSessionsOf(tx.db, accountId, tx.now)
}

/** As `endAccess`, for everybody, as after a stolen table. */
export const endEveryAccess = async (tx: Tx): Promise<number> => {
  await writeAccessEnded(tx.db, 'everybody', tx.now)
  await endEmailChanges(tx.db, 'everybody', tx.now)
  await closeLinks(tx.db, 'everybody', tx.now)
  await deletePasswordChoices(tx.db, 'everybody')
  return revokeEverySession(tx.db, tx.now)
}

/** Whether a signed link that was issued at `issuedAt` was ended since, with everything else of its account. */
export const isAccessEnded = async (
  db: Db,
  accountId: string,
  issuedAt: Temporal.Instant,
): Promise<boolean> => {
  const endedAt = await readAccessEnded(db, accountId)
  return endedAt !== null && Temporal.Instant.compare(issuedAt, endedAt) <= 0
}

/** The sign-in methods of an account except its password and its mailbox. */
interface SignInMethods {
  readonly providers: readonly SignOnProvider[]
  readonly passkeys: readonly { readonly id: string; readonly name: string }[]
}

const providers = ['google', 'facebook'] as const

export const signInMethodsOf = async (db: Db, accountId: string): Promise<SignInMethods> => {
  const connectedProviders = await readProvidersOf(db, accountId)
  const passkeys = await readPasskeysOf(db, accountId)
  return {
    providers: providers.filter((provider) => connectedProviders.includes(provider)),
    passkeys: passkeys.map(({ id, name }) => ({ id, name })),
  }
}

/** Disconnects an outside sign-in from an account and notifies its member; nothing happens if it is not connected. */
export const endProvider = async (tx: Tx, accountId: string, provider: SignOnProvider): Promise<void> => {
  if (!(await deleteIdentities(tx.db, accountId, provider))) return
  tx.publish({ kind: 'account-alert', accountId, alert: `${provider}-disconnected` })
}

/** Removes a member's own passkey and notifies them; false for an unknown one and for another member's. */
export const endPasskey = async (tx: Tx, accountId: string, id: string): Promise<boolean> => {
  const found = await deletePasskey(tx.db, accountId, id)
  if (found) tx.publish({ kind: 'account-alert', accountId, alert: 'passkey-removed' })
  return found
}

export interface EndedSignInMethods {
  readonly end_providers: readonly SignOnProvider[]
  readonly end_passkeys: readonly string[]
}

/** Ends the sign-in methods that were selected in the list; another member's are not touched. */
export const endSignInMethods = async (
  tx: Tx,
  accountId: string,
  ended: EndedSignInMethods,
): Promise<void> => {
  for (const provider of new Set(ended.end_providers)) await endProvider(tx, accountId, provider)
  for (const id of new Set(ended.end_passkeys)) await endPasskey(tx, accountId, id)
}
