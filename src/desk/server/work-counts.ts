import { LRUCache } from 'lru-cache'
import type { Staff } from '#platform/request-context.ts'
import type { DeskWork } from '../home-endpoints.ts'
import { placeCounts } from '../rules/work-places.ts'
import type { PlaceCount } from '../rules/work-places.ts'
import { readWork } from './work-lines.ts'
import type { WorkServices } from './work-lines.ts'

/** Seconds for which a person is shown the same counts. */
const countedSeconds = 30

interface Counted {
  readonly at: Temporal.Instant
  readonly places: Promise<readonly PlaceCount[]>
}

/** What is open at each place, counted for a person at most twice a minute, however many pages they open. */
export const createWorkCounts = (services: WorkServices) => {
  const { clock } = services.deps
  const counted = new LRUCache<string, Counted>({ max: 200 })
  // Another role can do other things.
  const keyOf = ({ staffId, role }: Staff): string => `${staffId} ${role}`
  const isFresh = ({ at }: Counted): boolean =>
    Math.abs(at.until(clock.now()).total('seconds')) < countedSeconds
  const read = (actor: Staff): Promise<readonly PlaceCount[]> => {
    const key = keyOf(actor)
    const known = counted.get(key)
    if (known && isFresh(known)) return known.places
    const one = { at: clock.now(), places: readWork(services, actor).then(placeCounts) }
    counted.set(key, one)
    // A failed count is not kept.
    one.places.catch(() => counted.get(key) === one && counted.delete(key))
    return one.places
  }
  /** Takes the lines that were read just now. */
  const remember = (actor: Staff, work: readonly DeskWork[]): void => {
    counted.set(keyOf(actor), { at: clock.now(), places: Promise.resolve(placeCounts(work)) })
  }
  return { read, remember }
}
