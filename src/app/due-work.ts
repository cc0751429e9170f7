import { sql } from 'kysely'
import { isOutage } from '#subscription/renewal/server/park-failed.ts'
import { dueSteps } from './due-steps.ts'
import type { DueReport, DueWorkServices } from './due-steps.ts'

/** The names of the steps, for the metrics. */
export const dueStepNames: readonly string[] = [...dueSteps.keys()]

/** Whether a step's turn has come in a run that starts so many seconds after a worker's first one. */
export const isTurnOf = (everySeconds: number, second: number): boolean => second % everySeconds === 0

/** The names of the steps whose turn it is so many seconds after a worker's first look. */
export const stepsAt = (second: number): readonly string[] =>
  [...dueSteps].flatMap(([name, { everySeconds }]) => (isTurnOf(everySeconds, second) ? [name] : []))

const isAlwaysRun = (name: string): boolean => dueSteps.get(name)?.isDue === undefined

/**
 * Those of the named steps that have something to do, by one statement that locks and writes nothing. All of them when it
 * fails: then each step fails or works by itself. Throws when the database is away.
 */
export const dueAmong = async (
  services: DueWorkServices,
  names: readonly string[],
): Promise<readonly string[]> => {
  const conditions = names.flatMap((name) => {
    const condition = dueSteps.get(name)?.isDue?.(services)
    return condition ? [{ name, condition }] : []
  })
  const always = names.filter(isAlwaysRun)
  if (conditions.length === 0) return always
  const list = sql.join(conditions.map(({ condition }) => condition))
  try {
    const { rows } = await sql<{ due: readonly boolean[] }>`select array[${list}] as due`.execute(
      services.deps.database,
    )
    const due = new Set([
      ...always,
      ...conditions.flatMap(({ name }, at) => (rows[0]?.due[at] ? [name] : [])),
    ])
    return names.filter((name) => due.has(name))
  } catch (thrown) {
    if (isOutage(thrown)) throw thrown
    services.deps.log.error({ err: thrown }, 'what is due could not be asked at once')
    const possible = new Set([...always, ...conditions.map(({ name }) => name)])
    return names.filter((name) => possible.has(name))
  }
}

/** The report of a run that had nothing to do. */
export const nothingDue: DueReport = { renewals: 0, declined: 0, shipped: 0, failed: [] }

/**
 * One run of the due work: open charges, ends of pauses, renewals, shipments; all of it, or the named steps. A step that fails is
 * logged and named in the report. What a step makes due, the steps after it do in the same run. Throws when the database is
 * away, because then nothing can be done.
 */
export const runDue = async (services: DueWorkServices, steps = dueStepNames): Promise<DueReport> => {
  const total = { renewals: 0, declined: 0, shipped: 0 }
  const failed: string[] = []
  let due = await dueAmong(services, steps)
  while (true) {
    const [name] = due
    if (name === undefined) return { ...total, failed }
    try {
      const { renewals = 0, declined = 0, shipped = 0 } = (await dueSteps.get(name)?.run(services)) ?? {}
      total.renewals += renewals
      total.declined += declined
      total.shipped += shipped
    } catch (thrown) {
      if (isOutage(thrown)) throw thrown
      services.deps.log.error(
        { err: thrown, step: name },
        'a step of the due work failed and will be retried',
      )
      failed.push(name)
    }
    const later = steps.slice(steps.indexOf(name) + 1)
    // The same statement as before, which the server has planned.
    const again = later.every(isAlwaysRun) ? later : await dueAmong(services, steps)
    due = again.filter((one) => later.includes(one))
  }
}
