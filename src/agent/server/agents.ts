import { createHash } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import type { Actor } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { agentLinkLifetime, auditedActionOf, isImpersonationLive } from '../rules/agent-rights.ts'
import { insertAuditedAction, writeOutcome } from './audited-action-store.ts'
import { insertAgent, markDismissed, writeAgentPassword } from './agent-store.ts'
import type { Db } from './agent-store.ts'
import {
  endImpersonations,
  eraseReasons,
  insertImpersonation,
  readImpersonationBySession,
  readImpersonationsOf,
} from './impersonation-store.ts'
import type { StoredImpersonation, ImpersonationFilter } from './impersonation-store.ts'

export { readAgents as listAgents } from './agent-store.ts'

export type ImpersonatingAgent = Extract<Actor, { readonly kind: 'agent' }>

/** The stored hash of a token of 32 random bytes. */
export const agentTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The cookie of an impersonation session, in addition to a member's session cookie and in its form. */
export const agentCookieName = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_agent`)

const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** The agent of a request, by the session's cookie alone; null without a live impersonation session. */
export const impersonatingAgent = async (
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  cookieToken: string | undefined,
): Promise<ImpersonatingAgent | null> => {
  if (cookieToken === undefined || !tokenForm.test(cookieToken)) return null
  const impersonation = await readImpersonationBySession(database, agentTokenHash(cookieToken))
  if (
    impersonation === null ||
    impersonation.endsAt === null ||
    !isImpersonationLive(impersonation, clock.now())
  )
    return null
  return {
    kind: 'agent',
    impersonationId: impersonation.id,
    agentId: impersonation.agentId,
    agentName: impersonation.agentName,
    accountId: impersonation.accountId,
    email: impersonation.memberEmail,
    reason: impersonation.reason,
    mayWrite: impersonation.intent !== null,
    endsAt: impersonation.endsAt,
  }
}

/** Whether this token is of a stored impersonation session, live or ended. */
export const isKnownImpersonation = async (db: AppDeps['database'], token: string): Promise<boolean> =>
  tokenForm.test(token) && (await readImpersonationBySession(db, agentTokenHash(token))) !== null

interface NewAgent {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
}

/** False when there is an agent with this e-mail already. */
export const addAgent = (tx: Tx, { email, ...agent }: NewAgent): Promise<boolean> =>
  insertAgent(tx.db, { ...agent, id: tx.ids.uuid(), email: email.toLowerCase() }, tx.now)

/** A new password ends the agent's impersonation sessions, and reinstates a dismissed agent. */
export const resetAgentPassword = async (tx: Tx, agentId: string, passwordHash: string): Promise<void> => {
  await endImpersonations(tx.db, { agentId }, tx.now)
  await writeAgentPassword(tx.db, agentId, passwordHash)
}

/** Ends the agent's impersonation sessions and links for good; the audited actions stay. */
export const dismissAgent = async (tx: Tx, agentId: string): Promise<void> => {
  await endImpersonations(tx.db, { agentId }, tx.now)
  await markDismissed(tx.db, agentId, tx.now)
}

interface Authorization {
  readonly agentId: string
  readonly accountId: string
  readonly reason: string
  readonly minutes: number
}

/** Lets an agent act for a member, once; returns the token of the link, of which only the hash is stored. */
export const authorizeImpersonation = async (tx: Tx, authorization: Authorization): Promise<string> => {
  const token = tx.ids.token()
  const link = { linkHash: agentTokenHash(token), linkExpiresAt: tx.now.add(agentLinkLifetime) }
  await insertImpersonation(tx.db, { ...authorization, ...link, id: tx.ids.uuid() }, tx.now)
  return token
}

/** Ends impersonation sessions and closes unopened links; returns how many. */
export const endImpersonationsOf = (tx: Tx, of: ImpersonationFilter): Promise<number> =>
  endImpersonations(tx.db, of, tx.now)

/** What a member may know about the impersonation sessions of their account, for their download. */
export const impersonationsOf = (db: Db, accountId: string): Promise<StoredImpersonation[]> =>
  readImpersonationsOf(db, accountId, 100)

/** When an account is erased: its impersonation sessions end, and free text about it is blanked. */
export const eraseImpersonationsOf = (tx: Tx, accountId: string): Promise<void> =>
  eraseReasons(tx.db, accountId, tx.now)

const outcomeOf = (thrown: unknown): string => (isShopError(thrown) ? thrown.code : 'UNKNOWN')

/**
 * Runs a write for a member as an audited action: recorded before it runs, so that nothing is ever done unrecorded, and
 * its outcome afterwards. Throws what the write throws.
 */
export const recordAuditedAction = async <T>(
  deps: AppDeps,
  agent: ImpersonatingAgent,
  endpoint: string,
  payload: unknown,
  write: () => Promise<T>,
): Promise<T> => {
  const { impersonationId, agentId, accountId } = agent
  const id = deps.ids.uuid()
  const auditedAction = { id, impersonationId, agentId, accountId, endpoint, ...auditedActionOf(payload) }
  await inTransaction(deps, (tx) => insertAuditedAction(tx.db, auditedAction, tx.now))
  const saveOutcome = (outcome: string) => inTransaction(deps, (tx) => writeOutcome(tx.db, id, outcome))
  try {
    const answer = await write()
    await saveOutcome('done')
    return answer
  } catch (thrown) {
    await saveOutcome(outcomeOf(thrown))
    throw thrown
  }
}

/** The agent of a request that only an agent makes. */
export const agentOf = ({ actor }: { readonly actor: Actor }): ImpersonatingAgent => {
  if (actor.kind !== 'agent') throw new ShopError('UNAUTHENTICATED')
  return actor
}
