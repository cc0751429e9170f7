/** Days that are shown. */
const shownDays = 14

type State = 'waiting' | 'delivered' | 'given-up'

/** How many deliveries of a day are in a state. */
export interface DayCount {
  /** Of the shop: `2026-11-28`. */
  readonly day: string
  readonly state: State
  readonly count: number
}

/** What became of the events of a day. */
export interface DeliveryDay {
  readonly day: string
  readonly delivered: number
  readonly waiting: number
  readonly given_up: number
}

/** The first of the days that are shown. */
export const firstShownDay = (today: Temporal.PlainDate): Temporal.PlainDate =>
  today.subtract({ days: shownDays - 1 })

/** Each day until today, also those on which nothing happened, the earliest first. */
export const deliveryDays = (
  counts: readonly DayCount[],
  today: Temporal.PlainDate,
): readonly DeliveryDay[] => {
  const first = firstShownDay(today)
  return Array.from({ length: shownDays }, (_, at) => {
    const day = first.add({ days: at }).toString()
    const of = (state: State): number =>
      counts.find((one) => one.day === day && one.state === state)?.count ?? 0
    return { day, delivered: of('delivered'), waiting: of('waiting'), given_up: of('given-up') }
  })
}
