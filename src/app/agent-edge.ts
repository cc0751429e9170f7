import { endVisit } from '#agent/calls.ts'
import { agentNever, agentRight, refusedForAgents } from '#agent/rules/agent-rights.ts'
import { recordAct } from '#agent/server/agents.ts'
import type { VisitingAgent } from '#agent/server/agents.ts'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import type { CallContext } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'
import type { BoundCall } from './bound-calls.ts'

const notYet = 'This visit only reads. Kindly say first what is to be changed.'
const notForAgents = 'This is for the member alone.'

/** The member on whose behalf a call is made. No session of theirs: the id is the visit's. */
const onBehalf = (context: CallContext, { accountId, email, visitId }: VisitingAgent): CallContext => ({
  ...context,
  actor: { kind: 'member', accountId, email, sessionId: visitId },
})

const asVisitor = (context: CallContext): CallContext => ({ ...context, actor: { kind: 'visitor' } })

/** One call as an agent makes it, after `agent/rules/agent-rights.ts`. */
const callForAgent = async (
  world: World,
  { call, run }: BoundCall,
  endsVisit: BoundCall['run'],
  context: CallContext,
  agent: VisitingAgent,
  input: unknown,
): Promise<unknown> => {
  const right = agentRight(call)
  switch (right) {
    case 'own':
      return run(context, input)
    case 'as-visitor':
      return run(asVisitor(context), input)
    case 'ends':
      await endsVisit(context, {})
      return run(asVisitor(context), input)
    case 'read':
      return run(onBehalf(context, agent), input)
    case 'write': {
      if (!agent.mayWrite) throw new ShopError('FORBIDDEN', { detail: notYet })
      const refused = refusedForAgents(input)
      if (refused !== null) throw new ShopError('FORBIDDEN', { detail: refused })
      return recordAct(world, agent, call.name, input, () => run(onBehalf(context, agent), input))
    }
    case 'never':
      throw new ShopError('FORBIDDEN', { detail: ownValue(agentNever, call.name) ?? notForAgents })
    default:
      return right satisfies never
  }
}

/** Every call, made by agents only as their table says; for everybody else nothing changes. */
export const admitAgents = (world: World, calls: readonly BoundCall[]): readonly BoundCall[] => {
  const ends = calls.find(({ call }) => call.name === endVisit.name)
  return calls.map((bound) => ({
    call: bound.call,
    run: async (context, input) => {
      const { actor } = context
      if (actor.kind !== 'agent') return bound.run(context, input)
      return callForAgent(world, bound, ends?.run ?? bound.run, context, actor, input)
    },
  }))
}
