import type { ReplyOf } from '#shared/call.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import type * as calls from '../calls.ts'
import { actSentence } from '../rules/agent-rights.ts'
import { mostTries } from '../rules/visit-limits.ts'
import { readActsOf } from './act-store.ts'
import type { StoredAct } from './act-store.ts'
import { beginVisit, countTry, endVisits, readVisitByLink, readVisitsOf, writeIntent } from './visit-store.ts'
import type { StoredVisit } from './visit-store.ts'
import { agentCookieName, agentOf, agentTokenHash } from './agents.ts'
import type { VisitingAgent } from './agents.ts'

/** What the house tells the agent room, given once by the app. */
export interface AgentHouse {
  readonly isPassword: (passwordHash: string, typed: string) => Promise<boolean>
  /** Ends the session that this browser had, so that it is one person at a time. */
  readonly signOut: (context: CallContext) => Promise<void>
}

type Visit = ReplyOf<typeof calls.viewVisit>

const visitReply = ({ agentName, email, reason, mayWrite, endsAt }: VisitingAgent): Visit => ({
  agent: agentName,
  member: email,
  reason,
  may_write: mayWrite,
  ends_at: endsAt.toString(),
})

const openLink = async ({ database, clock }: World, id: string): Promise<StoredVisit> => {
  const visit = await readVisitByLink(database, agentTokenHash(id), clock.now(), mostTries)
  if (visit === null) throw new ShopError('LINK_EXPIRED')
  return visit
}

/** Tries are counted before they are looked at, so that many at once are no more than few. */
const createStartVisit =
  (world: World, house: AgentHouse): Handler<typeof calls.startVisit> =>
  async (context, { id, password }) => {
    const visit = await openLink(world, id)
    const counted = await inTransaction(world, (work) => countTry(work.db, visit.id, mostTries))
    if (!counted) throw new ShopError('LINK_EXPIRED')
    if (!(await house.isPassword(visit.passwordHash, password))) throw new ShopError('USER_NOT_FOUND')
    const { token, endsAt } = await inTransaction(world, async (work) => {
      const token = work.ids.token()
      const endsAt = work.now.add({ minutes: visit.minutes })
      if (!(await beginVisit(work.db, visit.id, agentTokenHash(token), work.now, endsAt))) {
        throw new ShopError('LINK_EXPIRED')
      }
      work.announce({ kind: 'visit-started', accountId: visit.accountId, visitId: visit.id })
      return { token, endsAt }
    })
    await house.signOut(context)
    const cookie = { httpOnly: true, maxAge: visit.minutes * 60 }
    context.cookies.set(agentCookieName(world.publicUrl), token, cookie)
    const { agentName: agent, memberEmail: member, reason } = visit
    return { agent, member, reason, may_write: false, ends_at: endsAt.toString() }
  }

const shownAct = ({ call, action, at, outcome, subject }: StoredAct) => ({
  what: actSentence(call, action),
  at,
  outcome,
  // A refused write touched nothing; what was asked for need not be the member's.
  subject: outcome === 'done' ? subject : '',
})

const shownVisit = (visit: StoredVisit, acts: readonly StoredAct[]) => ({
  id: visit.id,
  agent: visit.agentName,
  reason: visit.reason,
  started_at: String(visit.startedAt),
  ends_at: String(visit.endedAt ?? visit.endsAt),
  intent: visit.intent,
  acts: acts.filter((act) => act.visit_id === visit.id).map(shownAct),
})

const mostShown = 50

/** The handlers of `agent/calls.ts`, by the names of their calls. */
export const createAgentHandlers = (world: World, house: AgentHouse) => {
  const viewAgentLink: Handler<typeof calls.viewAgentLink> = async (_context, { id }) => {
    const { agentName: agent, memberEmail: member, reason, minutes } = await openLink(world, id)
    return { agent, member, reason, minutes }
  }
  const viewVisit: Handler<typeof calls.viewVisit> = async (context) => visitReply(agentOf(context))
  const allowWrites: Handler<typeof calls.allowWrites> = async (context, { intent }) => {
    const agent = agentOf(context)
    await inTransaction(world, (work) => writeIntent(work.db, agent.visitId, intent, work.now))
    return visitReply({ ...agent, mayWrite: true })
  }
  const endVisit: Handler<typeof calls.endVisit> = async (context) => {
    const { visitId: id } = agentOf(context)
    await inTransaction(world, (work) => endVisits(work.db, { id }, work.now))
    context.cookies.clear(agentCookieName(world.publicUrl))
    context.dropCachedPages?.()
    return { success: true }
  }
  const listVisits: Handler<typeof calls.listVisits> = async ({ actor }) => {
    if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
    const visits = await readVisitsOf(world.database, actor.accountId, mostShown)
    const ids = visits.map(({ id }) => id)
    const acts = await readActsOf(world.database, ids)
    return { visits: visits.map((visit) => shownVisit(visit, acts)) }
  }
  const startVisit = createStartVisit(world, house)
  return { viewAgentLink, startVisit, viewVisit, allowWrites, endVisit, listVisits }
}
