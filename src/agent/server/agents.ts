import { createHash } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import type { Actor, Staff } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { allows } from '#shared/staff.ts'
import { agentLinkLifetime, auditedActionOf, isImpersonationLive } from '../rules/agent-rights.ts'
import { insertAuditedAction, writeOutcome } from './audited-action-store.ts'
import { insertAgent, markDismissed, writeAgentPassword } from './agent-store.ts'
import type { Db } from './agent-store.ts'
import {
  endImpersonations,
  eraseReasons,
  insertImpersonation,
  insertStaffVisit,
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

/**
 * Who acts in a session: its agent, or its person of staff as long as the browser is signed in at the desk in the session within
 * which it was started, and the role still allows it. Null for everybody else.
 */
const personIn = async (
  { agentId, staffSessionId }: StoredImpersonation,
  staffHere: () => Promise<Staff | null>,
): Promise<ImpersonatingAgent['by'] | null> => {
  if (agentId !== null) return { kind: 'support-agent', agentId }
  const staff = await staffHere()
  return staff !== null && staff.sessionId === staffSessionId && allows(staff.role, 'members:act')
    ? staff
    : null
}

/**
 * Who acts for a member in a request, by the cookie of the impersonation session; null without a live one. `staffHere` is asked for
 * the person of staff whom the browser's desk cookie names: only where the session is of staff.
 */
export const impersonatingAgent = async (
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  cookieToken: string | undefined,
  staffHere: () => Promise<Staff | null>,
): Promise<ImpersonatingAgent | null> => {
  if (cookieToken === undefined || !tokenForm.test(cookieToken)) return null
  const impersonation = await readImpersonationBySession(database, agentTokenHash(cookieToken))
  if (
    impersonation === null ||
    impersonation.endsAt === null ||
    !isImpersonationLive(impersonation, clock.now())
  )
    return null
  const by = await personIn(impersonation, staffHere)
  if (by === null) return null
  return {
    kind: 'agent',
    impersonationId: impersonation.id,
    by,
    agentName: impersonation.agentName,
    accountId: impersonation.accountId,
    email: impersonation.memberEmail,
    memberName: impersonation.memberName,
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

interface StaffVisit {
  readonly staff: Staff
  readonly accountId: string
  /** The member reads it. */
  readonly reason: string
  readonly minutes: number
}

/**
 * A person of staff acts for a member from now on, within this session at the desk, which has one such visit at a time. Returns the token
 * for the browser's cookie, of which only the hash is stored.
 */
export const startStaffVisit = async (
  tx: Tx,
  { staff: { staffId, sessionId: staffSessionId }, ...visit }: StaffVisit,
): Promise<string> => {
  await endImpersonations(tx.db, { staffId, staffSessionId }, tx.now)
  const [id, token] = [tx.ids.uuid(), tx.ids.token()]
  const endsAt = tx.now.add({ minutes: visit.minutes })
  const session = { staffId, staffSessionId, sessionHash: agentTokenHash(token), endsAt }
  await insertStaffVisit(tx.db, { ...visit, ...session, id }, tx.now)
  tx.publish({ kind: 'impersonation-started', accountId: visit.accountId, impersonationId: id })
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

/** A write that a person of staff asks for in a visit; an id and words of the shop, nothing that was typed. */
export interface StaffWrite {
  readonly staff: Staff
  readonly accountId: string
  readonly endpoint: string
  /** The kind of change and the id of what is changed; both may be empty. */
  readonly action: string
  readonly subject: string
}

/** Writes it to the log of the desk, in the transaction that records the audited action. */
export type LogStaffWrite = (tx: Tx, write: StaffWrite) => void

/**
 * Runs a write for a member as an audited action: recorded before it runs, so that nothing is ever done unrecorded, and
 * its outcome afterwards. Throws what the write throws.
 */
export const recordAuditedAction = async <T>(
  deps: AppDeps,
  { impersonationId, by, accountId }: ImpersonatingAgent,
  { endpoint, payload }: { readonly endpoint: string; readonly payload: unknown },
  logStaffWrite: LogStaffWrite,
  write: () => Promise<T>,
): Promise<T> => {
  const id = deps.ids.uuid()
  const who =
    by.kind === 'staff' ? { agentId: null, staffId: by.staffId } : { agentId: by.agentId, staffId: null }
  const done = { accountId, endpoint, ...auditedActionOf(payload) }
  await inTransaction(deps, async (tx) => {
    await insertAuditedAction(tx.db, { id, impersonationId, ...who, ...done }, tx.now)
    if (by.kind === 'staff') logStaffWrite(tx, { staff: by, ...done })
  })
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
