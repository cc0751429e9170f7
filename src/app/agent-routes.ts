import { signOutHere } from '#account/server/account-services.ts'
import { matchesPassword } from '#account/server/passwords.ts'
import * as agentEndpoints from '#agent/endpoints.ts'
import { createAgentHandlers } from '#agent/server/agent-handlers.ts'
import { route } from '../platform/route.ts'
import type { Route } from '../platform/route.ts'
import type { Shop } from './shop.ts'

/** Every call of the agent room with its handler. */
export const agentRoutes = ({ deps }: Pick<Shop, 'deps'>): readonly Route[] => {
  const agent = createAgentHandlers(deps, {
    matchesPassword,
    signOut: (context) => signOutHere({ deps }, context),
  })
  return [
    route(agentEndpoints.viewAgentLink, agent.viewAgentLink),
    route(agentEndpoints.startImpersonation, agent.startImpersonation),
    route(agentEndpoints.viewImpersonation, agent.viewImpersonation),
    route(agentEndpoints.allowWrites, agent.allowWrites),
    route(agentEndpoints.endImpersonation, agent.endImpersonation),
    route(agentEndpoints.listImpersonations, agent.listImpersonations),
  ]
}
