import { isKnownSession } from '#account/server/sessions.ts'
import { isKnownImpersonation } from '#agent/server/agents.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { AppDeps } from '#platform/app-deps.ts'

interface Credentials {
  readonly sessionCookie: string
  readonly agentCookie: string
}

/**
 * Clears a session cookie whose token is not stored, and logs one security line: a browser with a stale cookie leaves
 * one line, somebody who tries tokens leaves one for each.
 */
export const clearForgedCookies = async (
  deps: Pick<AppDeps, 'database' | 'log'>,
  { sessionCookie, agentCookie }: Credentials,
  { actor, cookies, requestId }: RequestContext,
): Promise<void> => {
  if (actor.kind !== 'visitor') return
  for (const [name, isKnown] of [
    [sessionCookie, isKnownSession],
    [agentCookie, isKnownImpersonation],
  ] as const) {
    const token = cookies.get(name)
    if (token === undefined || (await isKnown(deps.database, token))) continue
    cookies.clear(name)
    deps.log.warn({ requestId, security: 'forged session' }, 'a session cookie was refused')
  }
}
