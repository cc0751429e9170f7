import { isShopError } from '#shared/errors.ts'
import { allows } from '#shared/staff.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { RequestContext, Staff } from '#platform/request-context.ts'
import type { Route } from '#platform/route.ts'
import { recordView } from './audits.ts'

type Endpoint = Route['endpoint']

/** Who of staff was refused an action by the rights of their role, and why; null for every other outcome. */
const refusedBy = (endpoint: Endpoint, { actor }: RequestContext, thrown: unknown) => {
  if (endpoint.access !== 'staff' || actor.kind !== 'staff' || !isShopError(thrown)) return null
  const mayNot = !allows(actor.role, endpoint.permission)
  if (!mayNot && thrown.code !== 'FORBIDDEN') return null
  return { actor, reason: mayNot ? `Not for ${actor.role}.` : thrown.detail }
}

const record = (deps: AppDeps, name: string, requestId: string, actor: Staff, reason: string) =>
  recordView(deps, { actor, requestId }, { action: 'act.refused', subject: `endpoint:${name}`, reason })

/**
 * Routes of staff that leave an entry in the log where somebody asks for an action that is not for their role, or above its limit: one
 * for a person, an action and an hour. Reading is not logged: what a role may not see does not exist for it.
 */
export const withRefusedActions = (deps: AppDeps, routes: readonly Route[]): readonly Route[] =>
  routes.map(({ endpoint, run }) => {
    if (endpoint.access !== 'staff' || endpoint.method === 'GET') return { endpoint, run }
    return {
      endpoint,
      run: async (context, input) => {
        try {
          return await run(context, input)
        } catch (thrown) {
          const refused = refusedBy(endpoint, context, thrown)
          if (refused) await record(deps, endpoint.name, context.requestId, refused.actor, refused.reason)
          throw thrown
        }
      },
    }
  })
