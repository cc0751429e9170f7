import { LRUCache } from 'lru-cache'
import type { FlagSource } from '#experiment/server/flag-providers.ts'
import { wirePrice } from '#shared/money.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { failedJobs } from '#platform/job-history.ts'
import type { Staff } from '#platform/request-context.ts'
import type { DeskWork } from '../home-endpoints.ts'
import type { CurrencySum } from '../rules/run-account.ts'
import { WorkKind, workKindsFor, workLayer, workText, workTitle, placeCounts } from '../rules/work-kinds.ts'
import type { PlaceCount } from '../rules/work-kinds.ts'
import { workViewOf } from './undelivered.ts'
import { isStockWork, stockWorkGroups } from './stock-work.ts'
import { selectWorkGroups } from './work-store.ts'
import type { WorkGroup } from './work-store.ts'

/** What the worklist is read from. */
export interface WorkServices {
  readonly deps: AppDeps
  readonly flags: FlagSource
}

export const wireSum = ({ currency, cents }: CurrencySum) => ({
  currency,
  amount: wirePrice(cents, currency),
})

/** The kind of a job in the worklist. */
export const kindOfJob = (kind: string): 'mail-failed' | 'job-failed' =>
  kind.startsWith('mail: ') ? 'mail-failed' : 'job-failed'

const failedGroups = async ({ database }: AppDeps, kinds: readonly WorkKind[]): Promise<WorkGroup[]> =>
  kinds.includes('job-failed')
    ? (await failedJobs(database)).map(({ kind, count, since }) => ({
        kind: kindOfJob(kind),
        count,
        since,
        currency: null,
        cents: null,
        due_at: null,
      }))
    : []

/** Experiments that a guardrail ended, until somebody has decided what comes of them. */
export const stoppedOf = async ({ flags }: WorkServices) =>
  (await flags.current()).experiments.filter(
    ({ state, stoppedBy }) => state === 'stopped' && stoppedBy === 'guardrail',
  )

const stoppedGroups = async (services: WorkServices, kinds: readonly WorkKind[]): Promise<WorkGroup[]> => {
  const stopped = kinds.includes('experiment-stopped') ? await stoppedOf(services) : []
  const since = stopped.map(({ endedAt }) => endedAt).toSorted()[0] ?? null
  return stopped.length === 0
    ? []
    : [
        {
          kind: 'experiment-stopped',
          count: stopped.length,
          since,
          currency: null,
          cents: null,
          due_at: null,
        },
      ]
}

export const instant = (text: string | null): Temporal.Instant | null =>
  text === null ? null : Temporal.Instant.from(text)

const earliest = (times: readonly (string | null)[]): Temporal.Instant | null =>
  times
    .flatMap((time) => instant(time) ?? [])
    .toSorted((a, b) => Temporal.Instant.compare(a, b))
    .at(0) ?? null

/** One line of the worklist: a kind in all its currencies. */
const workOf = (kind: WorkKind, groups: readonly WorkGroup[], now: Temporal.Instant): DeskWork => {
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const due = earliest(groups.map(({ due_at: at }) => at))
  return {
    kind,
    layer: workLayer(kind, due, now),
    title: workTitle(kind, count),
    what: workText(kind).what,
    count,
    since: earliest(groups.map(({ since }) => since))?.toString() ?? null,
    due_at: due?.toString() ?? null,
    sums: groups.flatMap(({ currency, cents }) =>
      currency === null || cents === null ? [] : [wireSum({ currency, cents })],
    ),
  }
}

/** The lines of the worklist that a person can do something about, the most urgent kind first. */
export const readWork = async (services: WorkServices, actor: Staff): Promise<readonly DeskWork[]> => {
  const { deps } = services
  const now = deps.clock.now()
  const kinds = workKindsFor(actor.role)
  const inView = kinds.filter((kind) => !isStockWork(kind))
  const groups = await Promise.all([
    selectWorkGroups(deps.database, inView, workViewOf(deps, actor)),
    failedGroups(deps, kinds),
    stockWorkGroups(deps, kinds),
    stoppedGroups(services, kinds),
  ])
  const byKind = Map.groupBy(groups.flat(), ({ kind }) => kind)
  return WorkKind.options.flatMap((kind) => {
    const own = byKind.get(kind)
    return own ? [workOf(kind, own, now)] : []
  })
}

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
