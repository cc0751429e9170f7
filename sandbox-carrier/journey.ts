import type { Deliveries } from '../sandbox-base/deliveries.ts'
import type { LabelTools } from './labels.ts'
import type { Step } from './step-records.ts'

export interface JourneyTools extends LabelTools {
  readonly deliveries: Deliveries
}

/** The webhook of decision 087. */
const bodyOf = ({ labels }: JourneyTools, { id, labelId, event, happensAt, expectedOn }: Step): string =>
  JSON.stringify({
    id,
    tracking: labels.byId(labelId)?.tracking ?? '',
    event,
    at: new Date(happensAt).toISOString(),
    ...(expectedOn === null ? {} : { expected_on: expectedOn }),
  })

const longestWaitMs = 86_400_000

/** What happens to parcels as the carrier's time goes by. */
export interface Journeys {
  /** Writes down what is due and tells the shop; returns how many events there were, when nothing is due any more. */
  readonly goOn: () => Promise<number>
  readonly stop: () => void
}

export const createJourneys = (tools: JourneyTools): Journeys => {
  const { clock, steps, deliveries, machine, write } = tools
  let cancelTimer = (): void => undefined

  const tellDue = (): Promise<number> =>
    write(() => {
      const due = steps.toTell(clock.now())
      for (const step of due) {
        const now = machine.now()
        deliveries.add(
          { id: step.id, body: bodyOf(tools, step) },
          Array.from({ length: step.copies }, () => now),
        )
        steps.markTold(step.id)
      }
      return due.length
    })

  const waitForNext = (): void => {
    const next = steps.nextToldAt()
    cancelTimer()
    if (next === null) return
    const wait = Math.min(Math.max(next - clock.now(), 0), longestWaitMs)
    cancelTimer = machine.later(wait, () => void goOn())
  }

  const goOn = async (): Promise<number> => {
    let told = 0
    for (let count = await tellDue(); count > 0; count = await tellDue()) told += count
    waitForNext()
    await deliveries.kick()
    return told
  }

  return { goOn, stop: () => cancelTimer() }
}
