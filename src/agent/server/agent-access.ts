import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Route } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import { endImpersonation } from '../endpoints.ts'
import { agentRefusal, denialMessage, isDenied } from '../rules/agent-rights.ts'
import { recordAuditedAction } from './agents.ts'
import type { ImpersonatingAgent, StaffWrite } from './agents.ts'

const readOnlyMessage = 'This session is view only. Please enter what needs to change first.'

/** The member for whom a request is made. Not a session of theirs: the id is the impersonation session's. */
const asMember = (
  context: RequestContext,
  { accountId, email, impersonationId }: ImpersonatingAgent,
): RequestContext => ({
  ...context,
  actor: { kind: 'member', accountId, email, sessionId: impersonationId },
})

const asVisitor = (context: RequestContext): RequestContext => ({ ...context, actor: { kind: 'visitor' } })

/** The services that the app passes for requests in impersonation sessions. */
export interface AgentAccessDeps {
  readonly deps: AppDeps
  /** Writes what a person of staff asks for to the log of the desk, in the transaction that records it here. */
  readonly logStaffWrite: (tx: Tx, requestId: string, write: StaffWrite) => void
}

/** A request of an agent, by the right that the endpoint's row gives. */
const handleForAgent = async (
  { deps, logStaffWrite }: AgentAccessDeps,
  { endpoint, run }: Route,
  endImpersonationOf: Route['run'],
  context: RequestContext,
  agent: ImpersonatingAgent,
  input: unknown,
): Promise<unknown> => {
  const right = endpoint.agent
  if (isDenied(right)) throw new ShopError('FORBIDDEN', { detail: denialMessage(right) })
  switch (right) {
    case 'own':
      return run(context, input)
    case 'as-visitor':
      return run(asVisitor(context), input)
    case 'ends':
      await endImpersonationOf(context, {})
      return run(asVisitor(context), input)
    case 'read':
      return run(asMember(context, agent), input)
    case 'write': {
      if (!agent.mayWrite) throw new ShopError('FORBIDDEN', { detail: readOnlyMessage })
      const refused = agentRefusal(input)
      if (refused !== null) throw new ShopError('FORBIDDEN', { detail: refused })
      const log = (tx: Tx, write: StaffWrite): void => logStaffWrite(tx, context.requestId, write)
      return recordAuditedAction(deps, agent, { endpoint: endpoint.name, payload: input }, log, () =>
        run(asMember(context, agent), input),
      )
    }
    default:
      return right satisfies never
  }
}

/** Agents use every endpoint only as its row says; for everybody else nothing changes. */
export const withAgentAccess = (access: AgentAccessDeps, routes: readonly Route[]): readonly Route[] => {
  const endRoute = routes.find(({ endpoint }) => endpoint.name === endImpersonation.name)
  return routes.map((route) => ({
    endpoint: route.endpoint,
    run: async (context, input) => {
      const { actor } = context
      if (actor.kind !== 'agent') return route.run(context, input)
      return handleForAgent(access, route, endRoute?.run ?? route.run, context, actor, input)
    },
  }))
}
