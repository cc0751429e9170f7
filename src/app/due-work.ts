import { isOutage } from '#subscription/renewal/server/park-failed.ts'
import { dueSteps } from './due-steps.ts'
import type { DueReport, DueWorkServices } from './due-steps.ts'
import { dueStatement } from './due-statement.ts'

/** The names of the steps, for the metrics. */
export const dueStepNames: readonly string[] = [...dueSteps.keys()]

/** Whether a step's turn has come in a run that starts this many seconds after a worker's first one. */
export const isTurnOf = (everySeconds: number, second: number): boolean => second % everySeconds === 0

/** The names of the steps whose turn it is this many seconds after a worker's first check. */
export const stepsAt = (second: number): readonly string[] =>
  [...dueSteps].flatMap(([name, { everySeconds }]) => (isTurnOf(everySeconds, second) ? [name] : []))

const isAlwaysRun = (name: string): boolean => dueSteps.get(name)?.isDue === undefined

/** What a check found: the steps that have something to do, or after a failed one all that may have. */
interface DueCheck {
  readonly due: readonly string[]
  readonly hasFailed: boolean
}

/**
 * Asks which of the named steps have something to do, by one statement that locks and writes nothing. When it fails, each
 * step has to find out by itself. Throws when the database is away.
 */
const checkDue = async (services: DueWorkServices, names: readonly string[]): Promise<DueCheck> => {
  const always = names.filter(isAlwaysRun)
  const statement = dueStatement(services, names)
  if (statement === null) return { due: always, hasFailed: false }
  const inOrder = (found: readonly string[]) => names.filter((name) => [...always, ...found].includes(name))
  try {
    const { rows } = await services.deps.database.executeQuery(statement.query)
    return { due: inOrder(statement.names.filter((_, at) => rows[0]?.due[at])), hasFailed: false }
  } catch (thrown) {
    if (isOutage(thrown)) throw thrown
    services.deps.log.error({ err: thrown }, 'what is due could not be asked at once')
    return { due: inOrder(statement.names), hasFailed: true }
  }
}

/** Whether any of the named steps has something to do. Throws when the database is away. */
export const isAnyDue = async (services: DueWorkServices, names: readonly string[]): Promise<boolean> =>
  (await checkDue(services, names)).due.length > 0

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
  let check = await checkDue(services, steps)
  while (true) {
    const [name] = check.due
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
    // The same statement as before, which the server has planned; one that failed would fail, or wait for a lock, again.
    if (!check.hasFailed && !later.every(isAlwaysRun)) check = await checkDue(services, steps)
    check = { ...check, due: check.due.filter((one) => later.includes(one)) }
  }
}
