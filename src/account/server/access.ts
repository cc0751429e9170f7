import type { Work } from '#platform/world.ts'
import type { SignOnProvider } from '../sign-on-calls.ts'
import { readAccessEnded, writeAccessEnded } from './account-store.ts'
import type { Db } from './account-store.ts'
import { endEmailChanges } from './email-change-store.ts'
import { closeLinks } from './link-store.ts'
import { deletePasskey, readPasskeysOf } from './passkey-store.ts'
import { revokeEverySession, revokeSessionsOf } from './session-store.ts'
import { deleteIdentities, readProvidersOf } from './sign-on-store.ts'

/**
 * Ends every session of an account and whatever was mailed to open it: links of every purpose, and a change of e-mail on
 * its way. Answers how many sessions were open.
 */
export const endAccess = async (work: Work, accountId: string): Promise<number> => {
  await writeAccessEnded(work.db, { accountId }, work.now)
  await endEmailChanges(work.db, { accountId }, work.now)
  await closeLinks(work.db, { accountId }, work.now)
  return revokeSessionsOf(work.db, accountId, work.now)
}

/** As `endAccess`, for everybody, as after a stolen table. */
export const endEveryAccess = async (work: Work): Promise<number> => {
  await writeAccessEnded(work.db, 'everybody', work.now)
  await endEmailChanges(work.db, 'everybody', work.now)
  await closeLinks(work.db, 'everybody', work.now)
  return revokeEverySession(work.db, work.now)
}

/** Whether a signed link that was given out at `issuedAt` was ended since, with everything else of its account. */
export const isAccessEnded = async (
  db: Db,
  accountId: string,
  issuedAt: Temporal.Instant,
): Promise<boolean> => {
  const endedAt = await readAccessEnded(db, accountId)
  return endedAt !== null && Temporal.Instant.compare(issuedAt, endedAt) <= 0
}

/** What signs in to an account besides its password and its mailbox. */
interface WaysIn {
  readonly providers: readonly SignOnProvider[]
  readonly passkeys: readonly { readonly id: string; readonly name: string }[]
}

const providers = ['google', 'facebook'] as const

export const waysInOf = async (db: Db, accountId: string): Promise<WaysIn> => {
  const tied = await readProvidersOf(db, accountId)
  const passkeys = await readPasskeysOf(db, accountId)
  return {
    providers: providers.filter((provider) => tied.includes(provider)),
    passkeys: passkeys.map(({ id, name }) => ({ id, name })),
  }
}

/** Takes an outside sign-in off an account and tells its member; nothing happens where it is not connected. */
export const endProvider = async (work: Work, accountId: string, provider: SignOnProvider): Promise<void> => {
  if (!(await deleteIdentities(work.db, accountId, provider))) return
  work.announce({ kind: 'account-alert', accountId, alert: `${provider}-disconnected` })
}

/** Takes a member's own passkey off and tells them; false for an unknown one and for anybody else's. */
export const endPasskey = async (work: Work, accountId: string, id: string): Promise<boolean> => {
  const found = await deletePasskey(work.db, accountId, id)
  if (found) work.announce({ kind: 'account-alert', accountId, alert: 'passkey-removed' })
  return found
}

export interface EndedWays {
  readonly end_providers: readonly SignOnProvider[]
  readonly end_passkeys: readonly string[]
}

/** Ends the ways in that somebody chose from the list; what is not theirs is not touched. */
export const endWays = async (work: Work, accountId: string, ended: EndedWays): Promise<void> => {
  for (const provider of new Set(ended.end_providers)) await endProvider(work, accountId, provider)
  for (const id of new Set(ended.end_passkeys)) await endPasskey(work, accountId, id)
}
