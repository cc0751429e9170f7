import { dateIn } from '#shared/dates.ts'

/** What happened at one stop of a journey through time. */
export interface DueReport {
  readonly renewals: number
  readonly declined: number
  readonly shipped: number
}

/** What the time machine needs from the app. */
export interface TimeMachineDeps {
  readonly now: () => Temporal.Instant
  readonly timeZone: string
  /** Sets the shop's clock; it never goes back. */
  readonly setClock: (instant: Temporal.Instant) => Promise<void>
  /** The next day on which something is due, today included. */
  readonly nextDueOn: () => Promise<Temporal.PlainDate | null>
  /** Whether any process does due work or has a job to do. Work that is due only now may have been claimed before. */
  readonly isWorkInFlight: () => Promise<boolean>
  /**
   * Runs everything that is due now and returns when nothing is left, in other processes either. Throws SHOP_BUSY when
   * another process does not end.
   */
  readonly runDueWork: () => Promise<DueReport>
}

interface Stop extends DueReport {
  readonly on: string
}

const startOf = (day: Temporal.PlainDate, timeZone: string): Temporal.Instant =>
  day.toZonedDateTime({ timeZone }).toInstant()

// A chain of mails of which each makes the next notice due has two: an increase was undone, and there is another one.
const followUpRuns = 3

const hasChanges = (report: DueReport): boolean => report.renewals + report.declined + report.shipped > 0

const dueWorkOf = (deps: TimeMachineDeps) => {
  const stops: Stop[] = []
  const run = async (): Promise<void> => {
    const report = await deps.runDueWork()
    if (hasChanges(report)) stops.push({ on: dateIn(deps.now(), deps.timeZone).toString(), ...report })
  }
  // Asked in this order: what was due before the second answer is done by then.
  const nextDueOn = async (): Promise<Temporal.PlainDate | null> => {
    for (;;) {
      const due = await deps.nextDueOn()
      if (!(await deps.isWorkInFlight())) return due
      await run()
    }
  }
  const isDueBy = async (day: Temporal.PlainDate): Promise<boolean> => {
    const on = await nextDueOn()
    return on !== null && Temporal.PlainDate.compare(on, day) <= 0
  }
  /** Whether work remains due after several runs. A mail that another process sent during one makes a notice due after it. */
  const isLeftOn = async (day: Temporal.PlainDate): Promise<boolean> => {
    for (let runs = 0; await isDueBy(day); runs += 1) {
      if (runs === followUpRuns) return true
      await run()
    }
    return false
  }
  return { stops, run, nextDueOn, isLeftOn }
}

/**
 * Travels to a moment, stopping on each day on which something is due, oldest first. A moment in the past
 * changes nothing: the clock only moves forward. It never moves while a process does due work, so that a mail or an
 * order has the day on which it was due. Throws SHOP_BUSY when another process does not end.
 */
export const moveClockTo = async (deps: TimeMachineDeps, target: Temporal.Instant): Promise<Stop[]> => {
  const work = dueWorkOf(deps)
  const stopAt = async (moment: Temporal.Instant): Promise<void> => {
    if (Temporal.Instant.compare(moment, deps.now()) > 0) await deps.setClock(moment)
    await work.run()
  }
  for (;;) {
    const today = dateIn(deps.now(), deps.timeZone)
    const due = await work.nextDueOn()
    if (!due) break
    const stopDay = Temporal.PlainDate.compare(due, today) > 0 ? due : today
    const moment = startOf(stopDay, deps.timeZone)
    if (Temporal.Instant.compare(moment, target) > 0) break
    await stopAt(moment)
    // What remains waits for something else; time moves on without it.
    if (await work.isLeftOn(stopDay)) {
      const tomorrow = startOf(stopDay.add({ days: 1 }), deps.timeZone)
      if (Temporal.Instant.compare(tomorrow, target) > 0) break
      await deps.setClock(tomorrow)
    }
  }
  await stopAt(target)
  return work.stops
}
