import { isKnownSession } from '#account/server/sessions.ts'
import { isKnownImpersonation } from '#agent/server/agents.ts'
import { isKnownDeskSession } from '#staff/server/staff-sessions.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { AppDeps } from '#platform/app-deps.ts'

interface Cookies {
  readonly sessionCookie: string
  readonly agentCookie: string
  readonly deskCookie: string
}

/** A cookie, and whether its token is of a stored session. */
type Credential = readonly [
  name: string,
  isKnown: (db: AppDeps['database'], token: string) => Promise<boolean>,
]

export const shopCredentials = ({ sessionCookie, agentCookie }: Cookies): readonly Credential[] => [
  [sessionCookie, isKnownSession],
  [agentCookie, isKnownImpersonation],
]

export const deskCredentials = ({ deskCookie }: Cookies): readonly Credential[] => [
  [deskCookie, isKnownDeskSession],
]

/**
 * Clears a session cookie whose token is not stored, and logs one security line: a browser with a stale cookie leaves
 * one line, somebody who tries tokens leaves one for each.
 */
export const clearForgedCookies = async (
  deps: Pick<AppDeps, 'database' | 'log'>,
  credentials: readonly Credential[],
  { actor, cookies, requestId }: RequestContext,
): Promise<void> => {
  if (actor.kind !== 'visitor') return
  for (const [name, isKnown] of credentials) {
    const token = cookies.get(name)
    if (token === undefined || (await isKnown(deps.database, token))) continue
    cookies.clear(name)
    deps.log.warn({ requestId, security: 'forged session' }, 'a session cookie was refused')
  }
}
