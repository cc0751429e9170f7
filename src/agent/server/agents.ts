import { createHash } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import type { Actor } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { actOf } from '../rules/agent-rights.ts'
import { agentLinkLife, isVisitLive } from '../rules/visit-limits.ts'
import { insertAct, writeOutcome } from './act-store.ts'
import { insertAgent, markDismissed, readAgents, writeAgentPassword } from './agent-store.ts'
import type { Db } from './agent-store.ts'
import { endVisits, eraseReasons, insertVisit, readVisitBySession, readVisitsOf } from './visit-store.ts'
import type { StoredVisit, VisitsOf } from './visit-store.ts'

export type VisitingAgent = Extract<Actor, { readonly kind: 'agent' }>

/** What is kept of a token of 32 random bytes. */
export const agentTokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The credential's cookie of a visit, beside that of a member's session and in its form. */
export const agentCookieName = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_agent`)

const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** The agent that a request comes from, by the visit's cookie alone; null without a visit that goes on. */
export const visitingAgent = async (
  { database, clock }: Pick<World, 'database' | 'clock'>,
  cookieToken: string | undefined,
): Promise<VisitingAgent | null> => {
  if (cookieToken === undefined || !tokenForm.test(cookieToken)) return null
  const visit = await readVisitBySession(database, agentTokenHash(cookieToken))
  if (visit === null || visit.endsAt === null || !isVisitLive(visit, clock.now())) return null
  return {
    kind: 'agent',
    visitId: visit.id,
    agentId: visit.agentId,
    agentName: visit.agentName,
    accountId: visit.accountId,
    email: visit.memberEmail,
    reason: visit.reason,
    mayWrite: visit.intent !== null,
    endsAt: visit.endsAt,
  }
}

/** Whether this token is of a stored visit, live or ended. */
export const isKnownVisit = async (db: World['database'], token: string): Promise<boolean> =>
  tokenForm.test(token) && (await readVisitBySession(db, agentTokenHash(token))) !== null

interface NewAgent {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
}

/** False when there is an agent of this e-mail already. */
export const addAgent = (work: Work, { email, ...agent }: NewAgent): Promise<boolean> =>
  insertAgent(work.db, { ...agent, id: work.ids.uuid(), email: email.toLowerCase() }, work.now)

export const listAgents = (db: Db) => readAgents(db)

/** A new password ends whatever visits the agent is on, and brings back an agent who was dismissed. */
export const renewAgent = async (work: Work, agentId: string, passwordHash: string): Promise<void> => {
  await endVisits(work.db, { agentId }, work.now)
  await writeAgentPassword(work.db, agentId, passwordHash)
}

/** Ends the agent's visits and links for good; what they did stays written down. */
export const dismissAgent = async (work: Work, agentId: string): Promise<void> => {
  await endVisits(work.db, { agentId }, work.now)
  await markDismissed(work.db, agentId, work.now)
}

interface Authorisation {
  readonly agentId: string
  readonly accountId: string
  readonly reason: string
  readonly minutes: number
}

/** Lets an agent act for a member, once; answers the token of the link, of which only the hash is kept. */
export const authoriseVisit = async (work: Work, authorisation: Authorisation): Promise<string> => {
  const token = work.ids.token()
  const link = { linkHash: agentTokenHash(token), linkExpiresAt: work.now.add(agentLinkLife) }
  await insertVisit(work.db, { ...authorisation, ...link, id: work.ids.uuid() }, work.now)
  return token
}

/** Ends visits and closes links that have not begun; answers how many. */
export const endVisitsOf = (work: Work, of: VisitsOf): Promise<number> => endVisits(work.db, of, work.now)

/** What a member may know of the visits to their account, as it goes into their download. */
export const visitsOf = (db: Db, accountId: string): Promise<StoredVisit[]> =>
  readVisitsOf(db, accountId, 100)

/** When an account is erased: its visits end, and what was written about it in words is blanked. */
export const forgetVisitsOf = (work: Work, accountId: string): Promise<void> =>
  eraseReasons(work.db, accountId, work.now)

const outcomeOf = (thrown: unknown): string => (isShopError(thrown) ? thrown.code : 'UNKNOWN')

/**
 * Does a write for a member and writes down who did it: before it is done, so that nothing is ever done unrecorded, and
 * its outcome afterwards. Throws what the write throws.
 */
export const recordAct = async <T>(
  world: World,
  agent: VisitingAgent,
  call: string,
  payload: unknown,
  write: () => Promise<T>,
): Promise<T> => {
  const { visitId, agentId, accountId } = agent
  const id = world.ids.uuid()
  const act = { id, visitId, agentId, accountId, call, ...actOf(payload) }
  await inTransaction(world, (work) => insertAct(work.db, act, work.now))
  const end = (outcome: string) => inTransaction(world, (work) => writeOutcome(work.db, id, outcome))
  try {
    const answer = await write()
    await end('done')
    return answer
  } catch (thrown) {
    await end(outcomeOf(thrown))
    throw thrown
  }
}

/** The agent of a request that only an agent makes. */
export const agentOf = ({ actor }: { readonly actor: Actor }): VisitingAgent => {
  if (actor.kind !== 'agent') throw new ShopError('UNAUTHENTICATED')
  return actor
}
