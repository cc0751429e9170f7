import { viewClock } from '#dev-tools/endpoints.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import { createIds } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import { createOutgoing } from '#platform/outgoing.ts'
import { secret } from './in-process-shop.ts'
import type { TestShop } from './shop.ts'

/** The check of a form that was handed out ten seconds ago. */
export const humanCheckOf = async (shop: TestShop): Promise<string> => {
  const { now } = await shop.visitor().client.call(viewClock, {})
  const clock = { now: () => Temporal.Instant.from(now).subtract({ seconds: 10 }) }
  const deps = { clock, ids: createIds(clock), outgoing: createOutgoing(), log: createLog('silent'), secret }
  const challenge = createHumanCheck(deps, null).challenge()
  return challenge.kind === 'timed' ? challenge.token : ''
}
