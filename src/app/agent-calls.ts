import { signOutHere } from '#account/server/account-tools.ts'
import { matchesPassword } from '#account/server/passwords.ts'
import * as agentCalls from '#agent/calls.ts'
import { createAgentHandlers } from '#agent/server/agent-handlers.ts'
import { bind } from './bound-calls.ts'
import type { BoundCall } from './bound-calls.ts'
import type { Shop } from './shop.ts'

/** Every call of the agent room with its handler. */
export const bindAgent = ({ world }: Pick<Shop, 'world'>): readonly BoundCall[] => {
  const agent = createAgentHandlers(world, {
    isPassword: matchesPassword,
    signOut: (context) => signOutHere({ world }, context),
  })
  return [
    bind(agentCalls.viewAgentLink, agent.viewAgentLink),
    bind(agentCalls.startVisit, agent.startVisit),
    bind(agentCalls.viewVisit, agent.viewVisit),
    bind(agentCalls.allowWrites, agent.allowWrites),
    bind(agentCalls.endVisit, agent.endVisit),
    bind(agentCalls.listVisits, agent.listVisits),
  ]
}
