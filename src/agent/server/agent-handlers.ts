import { accountById } from '#account/server/accounts.ts'
import { routes } from '#platform/route.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Route } from '#platform/route.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import * as endpoints from '../endpoints.ts'
import { actionDescription, maxAttempts } from '../rules/agent-rights.ts'
import { readAuditedActionsOf } from './audited-action-store.ts'
import type { StoredAuditedAction } from './audited-action-store.ts'
import {
  beginImpersonation,
  countAttempt,
  endImpersonations,
  readImpersonationByLink,
  readImpersonationsOf,
  writeIntent,
} from './impersonation-store.ts'
import type { StoredImpersonation } from './impersonation-store.ts'
import { agentCookieName, agentOf, agentTokenHash } from './agents.ts'
import type { ImpersonatingAgent } from './agents.ts'

/** The services that the app passes to the agent module. */
export interface AgentDeps {
  readonly matchesPassword: (passwordHash: string, entered: string) => Promise<boolean>
  /** Ends the session that this browser had, so that it is one person at a time. */
  readonly signOut: (context: RequestContext) => Promise<void>
}

type ImpersonationReply = ReplyOf<typeof endpoints.viewImpersonation>

const impersonationReply = ({
  agentName,
  email,
  reason,
  mayWrite,
  endsAt,
}: ImpersonatingAgent): ImpersonationReply => ({
  agent: agentName,
  member: email,
  reason,
  may_write: mayWrite,
  ends_at: endsAt.toString(),
})

const openLinkSession = async ({ database, clock }: AppDeps, id: string): Promise<StoredImpersonation> => {
  const impersonation = await readImpersonationByLink(database, agentTokenHash(id), clock.now(), maxAttempts)
  if (impersonation === null) throw new ShopError('LINK_EXPIRED')
  return impersonation
}

/** Attempts are counted before they are checked, so that concurrent ones do not exceed the limit. */
const createStartImpersonation =
  (deps: AppDeps, agentDeps: AgentDeps): Handler<typeof endpoints.startImpersonation> =>
  async (context, { id, password }) => {
    const impersonation = await openLinkSession(deps, id)
    const counted = await inTransaction(deps, (tx) => countAttempt(tx.db, impersonation.id, maxAttempts))
    if (!counted) throw new ShopError('LINK_EXPIRED')
    const { passwordHash } = impersonation
    if (passwordHash === null || !(await agentDeps.matchesPassword(passwordHash, password)))
      throw new ShopError('USER_NOT_FOUND')
    const { token, endsAt } = await inTransaction(deps, async (tx) => {
      const token = tx.ids.token()
      const endsAt = tx.now.add({ minutes: impersonation.minutes })
      if (!(await beginImpersonation(tx.db, impersonation.id, agentTokenHash(token), tx.now, endsAt))) {
        throw new ShopError('LINK_EXPIRED')
      }
      tx.publish({
        kind: 'impersonation-started',
        accountId: impersonation.accountId,
        impersonationId: impersonation.id,
      })
      return { token, endsAt }
    })
    await agentDeps.signOut(context)
    const cookie = { httpOnly: true, maxAge: impersonation.minutes * 60 }
    context.cookies.set(agentCookieName(deps.publicUrl), token, cookie)
    const { agentName: agent, memberEmail: member, reason } = impersonation
    const account = await accountById(deps.database, impersonation.accountId)
    const locale = account?.locale ?? defaultLocale
    return { agent, member, reason, may_write: false, ends_at: endsAt.toString(), locale }
  }

const actionSummary = ({ endpoint, action, at, outcome, subject }: StoredAuditedAction) => ({
  description: actionDescription(endpoint, action),
  at,
  outcome,
  // A refused write changed nothing; its subject need not be the member's.
  subject: outcome === 'done' ? subject : '',
})

const impersonationSummary = (
  impersonation: StoredImpersonation,
  actions: readonly StoredAuditedAction[],
) => ({
  id: impersonation.id,
  agent: impersonation.agentName,
  reason: impersonation.reason,
  started_at: String(impersonation.startedAt),
  ends_at: String(impersonation.endedAt ?? impersonation.endsAt),
  intent: impersonation.intent,
  actions: actions
    .filter((auditedAction) => auditedAction.impersonation_id === impersonation.id)
    .map(actionSummary),
})

const maxListed = 50

/** The handlers of `agent/endpoints.ts`, by the names of their endpoints. */
export const createAgentHandlers = (deps: AppDeps, agentDeps: AgentDeps) => {
  const viewAgentLink: Handler<typeof endpoints.viewAgentLink> = async (_context, { id }) => {
    const { agentName: agent, memberEmail: member, reason, minutes } = await openLinkSession(deps, id)
    return { agent, member, reason, minutes }
  }
  const viewImpersonation: Handler<typeof endpoints.viewImpersonation> = async (context) =>
    impersonationReply(agentOf(context))
  const allowWrites: Handler<typeof endpoints.allowWrites> = async (context, { intent }) => {
    const agent = agentOf(context)
    await inTransaction(deps, (tx) => writeIntent(tx.db, agent.impersonationId, intent, tx.now))
    return impersonationReply({ ...agent, mayWrite: true })
  }
  const endImpersonation: Handler<typeof endpoints.endImpersonation> = async (context) => {
    const { impersonationId: id } = agentOf(context)
    await inTransaction(deps, (tx) => endImpersonations(tx.db, { id }, tx.now))
    context.cookies.clear(agentCookieName(deps.publicUrl))
    context.dropCachedPages?.()
    return { success: true }
  }
  const listImpersonations: Handler<typeof endpoints.listImpersonations> = async ({ actor }) => {
    if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
    const impersonations = await readImpersonationsOf(deps.database, actor.accountId, maxListed)
    const ids = impersonations.map(({ id }) => id)
    const actions = await readAuditedActionsOf(deps.database, ids)
    return {
      impersonations: impersonations.map((impersonation) => impersonationSummary(impersonation, actions)),
    }
  }
  const startImpersonation = createStartImpersonation(deps, agentDeps)
  return {
    viewAgentLink,
    startImpersonation,
    viewImpersonation,
    allowWrites,
    endImpersonation,
    listImpersonations,
  }
}

/** The endpoints of impersonation sessions. */
export const agentRoutes = (deps: AppDeps, agentDeps: AgentDeps): readonly Route[] =>
  routes(endpoints, createAgentHandlers(deps, agentDeps))
