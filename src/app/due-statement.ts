import { sql } from 'kysely'
import type { CompiledQuery } from 'kysely'
import { dueSteps } from './due-steps.ts'
import type { DueWorkServices } from './due-steps.ts'

/** Which steps a statement asks about, in its order, and the statement. */
interface DueStatement {
  readonly names: readonly string[]
  readonly query: CompiledQuery<{ readonly due: readonly boolean[] }>
}

/** Stands for the time in a statement that is compiled once; no time of a shop. */
const anyTime = Temporal.Instant.from('0001-01-01T00:00:00Z')

const fixed = new Map<string, DueStatement>()

const compileStatement = (services: DueWorkServices, names: readonly string[]): DueStatement | null => {
  const conditions = names.flatMap((name) => {
    const condition = dueSteps.get(name)?.isDue?.(services)
    return condition ? [{ name, condition }] : []
  })
  if (conditions.length === 0) return null
  const list = sql.join(conditions.map(({ condition }) => condition))
  const query = sql<{ due: readonly boolean[] }>`select array[${list}] as due`.compile(services.deps.database)
  return { names: conditions.map(({ name }) => name), query }
}

const compileForAnyTime = (services: DueWorkServices, names: readonly string[]): DueStatement | null => {
  const { deps } = services
  const clock = { ...deps.clock, now: () => anyTime }
  return compileStatement({ ...services, deps: { ...deps, clock } }, names)
}

const atTime = ({ names, query }: DueStatement, now: Temporal.Instant): DueStatement => {
  const [place, time] = [anyTime.toString(), now.toString()]
  return {
    names,
    query: { ...query, parameters: query.parameters.map((one) => (one === place ? time : one)) },
  }
}

/**
 * One statement that asks which of the named steps have something to do; null when none of them can be asked. What an idle worker asks
 * every second is compiled once: that took a good part of its time.
 */
export const dueStatement = (services: DueWorkServices, names: readonly string[]): DueStatement | null => {
  if (!names.every((name) => dueSteps.get(name)?.hasFixedText)) return compileStatement(services, names)
  const key = names.join()
  const known = fixed.get(key) ?? compileForAnyTime(services, names)
  if (known === null) return null
  fixed.set(key, known)
  return atTime(known, services.deps.clock.now())
}
