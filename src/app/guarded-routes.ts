import { z } from 'zod'
import { login } from '#account/endpoints.ts'
import { endImpersonation } from '#agent/endpoints.ts'
import { agentRefusal, denialMessage, isDenied } from '#agent/rules/agent-rights.ts'
import { recordAuditedAction } from '#agent/server/agents.ts'
import type { ImpersonatingAgent } from '#agent/server/agents.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Log } from '#platform/log.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Route } from '#platform/route.ts'
import { budgets } from '#shared/endpoint-limit.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { people } from '../../db/seed/people.ts'
import { isLocalOnly } from '../web/http/network.ts'
import type { Settings } from './config.ts'

/** The security event of a refusal by its error code, for every endpoint. */
const eventsByCode: ReadonlyMap<ErrorCode, string> = new Map([
  ['USER_NOT_FOUND', 'wrong password or email'],
  ['LINK_EXPIRED', 'refused link'],
  ['INVALID_COUPON', 'refused coupon'],
  ['CAPTCHA_FAILED', 'refused human check'],
])

const isLookup = ({ access, limit }: Route['endpoint']): boolean =>
  access === 'anyone' && !('none' in limit) && limit.some((name) => budgets[name] === budgets.guess)

/** The security event of a refused request: a guess or a forged token; null for every other refusal. */
const securityEventOf = (endpoint: Route['endpoint'], error: ShopError): string | null => {
  if (error.security !== undefined) return error.security
  if (error.code === 'NOT_FOUND' && isLookup(endpoint)) return 'refused look-up'
  return eventsByCode.get(error.code) ?? null
}

const CodesPayload = z.object({ coupon_codes: z.array(z.unknown()).min(1) })
const RefusedCodesReply = z.object({ refusals: z.array(z.unknown()).min(1) })

/**
 * Writes one line to the log for each guess (password, code, coupon, order look-up) and each forged token that an
 * endpoint refuses: request id, endpoint and kind. Never the person or the input. A used-up budget leaves a line at the
 * first refusal only, so that a flood of requests is no flood of lines.
 */
export const withSecurityLog = (log: Pick<Log, 'warn'>, routes: readonly Route[]): readonly Route[] =>
  routes.map(({ endpoint, run }) => ({
    endpoint,
    run: async (context, input) => {
      const logRefusal = (security: string): void =>
        log.warn({ requestId: context.requestId, endpoint: endpoint.name, security }, 'a guess was refused')
      try {
        const answer = await run(context, input)
        if (CodesPayload.safeParse(input).success && RefusedCodesReply.safeParse(answer).success)
          logRefusal('refused coupon')
        return answer
      } catch (thrown) {
        const security = isShopError(thrown) ? securityEventOf(endpoint, thrown) : null
        if (security !== null) logRefusal(security)
        throw thrown
      }
    },
  }))

type DevToolsAccess = Pick<Settings, 'devToolsOpen' | 'publicUrl'>

const isRemote = ({ isLocal }: RequestContext, { devToolsOpen, publicUrl }: DevToolsAccess): boolean =>
  !devToolsOpen && !(isLocal === true && isLocalOnly(publicUrl))

/** A dev tools endpoint; NOT_FOUND for other machines, unless the operator opened it. */
export const localOnly = ({ endpoint, run }: Route, settings: DevToolsAccess): Route => ({
  endpoint,
  run: async (context, input) => {
    if (isRemote(context, settings)) throw new ShopError('NOT_FOUND')
    return run(context, input)
  },
})

const demoEmails = new Set(people.map(({ email }) => email))

const emailIn = (input: unknown): string =>
  typeof input === 'object' && input !== null && 'email' in input
    ? String(input.email).trim().toLowerCase()
    : ''

/** The password of the demo members is in every copy of the shop, so they sign in on this machine only. */
export const withLocalDemoSignIn = (
  routes: readonly Route[],
  settings: DevToolsAccess & Pick<Settings, 'demo'>,
): readonly Route[] => {
  if (!settings.demo) return routes
  return routes.map(({ endpoint, run }) => {
    if (endpoint.name !== login.name) return { endpoint, run }
    return {
      endpoint,
      run: async (context, input) => {
        if (isRemote(context, settings) && demoEmails.has(emailIn(input)))
          throw new ShopError('USER_NOT_FOUND')
        return run(context, input)
      },
    }
  })
}

const readOnlyMessage = 'This visit is read-only. First say what is to be changed.'

/** The member for whom a request is made. Not a session of theirs: the id is the impersonation session's. */
const asMember = (
  context: RequestContext,
  { accountId, email, impersonationId }: ImpersonatingAgent,
): RequestContext => ({
  ...context,
  actor: { kind: 'member', accountId, email, sessionId: impersonationId },
})

const asVisitor = (context: RequestContext): RequestContext => ({ ...context, actor: { kind: 'visitor' } })

/** A request of an agent, by the right that the endpoint's row gives. */
const handleForAgent = async (
  deps: AppDeps,
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
      return recordAuditedAction(deps, agent, endpoint.name, input, () =>
        run(asMember(context, agent), input),
      )
    }
    default:
      return right satisfies never
  }
}

/** Agents use every endpoint only as its row says; for everybody else nothing changes. */
export const withAgentAccess = (deps: AppDeps, routes: readonly Route[]): readonly Route[] => {
  const endRoute = routes.find(({ endpoint }) => endpoint.name === endImpersonation.name)
  return routes.map((route) => ({
    endpoint: route.endpoint,
    run: async (context, input) => {
      const { actor } = context
      if (actor.kind !== 'agent') return route.run(context, input)
      return handleForAgent(deps, route, endRoute?.run ?? route.run, context, actor, input)
    },
  }))
}
