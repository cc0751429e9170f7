import { isKnownSession } from '#account/server/sessions.ts'
import { isKnownVisit } from '#agent/server/agents.ts'
import type { CallContext } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'

interface Credentials {
  readonly sessionCookie: string
  readonly agentCookie: string
}

/**
 * Takes back a session cookie that the shop never gave, or forgot long ago, and writes a line to the log: so a browser
 * leaves one line, and somebody who tries tokens one for each.
 */
export const takeBackForged = async (
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
