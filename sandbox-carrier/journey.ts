import type { Deliveries } from '../sandbox-base/deliveries.ts'
import type { LabelDeps } from './labels.ts'
import type { Step } from './step-records.ts'

export interface JourneyDeps extends LabelDeps {
  readonly deliveries: Deliveries
}

/** What a webhook reports (decision 087). */
export const eventOf = ({ labels }: LabelDeps, { id, labelId, event, happensAt, expectedOn }: Step) => ({
  id,
  tracking: labels.byId(labelId)?.tracking ?? '',
  event,
  at: new Date(happensAt).toISOString(),
  ...(expectedOn === null ? {} : { expected_on: expectedOn }),
})

const longestWaitMs = 86_400_000

/** What happens to packages as the carrier's time goes by. */
export interface Journeys {
  /** Writes down what is due and notifies the shop; returns how many events there were, when nothing is due any more. */
  readonly goOn: () => Promise<number>
  readonly stop: () => void
}

export const createJourneys = (deps: JourneyDeps): Journeys => {
  const { clock, steps, deliveries, machine, write } = deps
  let cancelTimer = (): void => undefined

  const reportDue = (): Promise<number> =>
    write(() => {
      const due = steps.toReport(clock.now())
      for (const step of due) {
        const now = machine.now()
        deliveries.add(
          { id: step.id, body: JSON.stringify(eventOf(deps, step)) },
          Array.from({ length: step.copies }, () => now),
        )
        steps.markReported(step.id)
      }
      return due.length
    })

  const waitForNext = (): void => {
    const next = steps.nextReportAt()
    cancelTimer()
    if (next === null) return
    const wait = Math.min(Math.max(next - clock.now(), 0), longestWaitMs)
    cancelTimer = machine.later(wait, () => void goOn())
  }

  const goOn = async (): Promise<number> => {
    let reported = 0
    for (let count = await reportDue(); count > 0; count = await reportDue()) reported += count
    waitForNext()
    await deliveries.kick()
    return reported
  }

  return { goOn, stop: () => cancelTimer() }
}
