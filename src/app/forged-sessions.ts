import { isKnownSession } from '#account/server/sessions.ts'
import { isKnownVisit } from '#agent/server/agents.ts'
import type { CallContext } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'

interface Credentials {
  readonly sessionCookie: string
  readonly agentCookie: string
}

/**
 * Clears a session cookie whose token is not stored, and logs one security line: a browser with a stale cookie leaves one
 * line, somebody who tries tokens leaves one for each.
 */
export const clearForgedCookies = async (
  world: Pick<World, 'database' | 'log'>,
  { sessionCookie, agentCookie }: Credentials,
  { actor, cookies, requestId }: CallContext,
): Promise<void> => {
  if (actor.kind !== 'visitor') return
  for (const [name, isKnown] of [
    [sessionCookie, isKnownSession],
    [agentCookie, isKnownVisit],
  ] as const) {
    const token = cookies.get(name)
    if (token === undefined || (await isKnown(world.database, token))) continue
    cookies.clear(name)
    world.log.warn({ requestId, security: 'forged session' }, 'a session cookie was refused')
  }
}
