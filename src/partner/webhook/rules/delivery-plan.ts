/** Seconds to wait after each failed attempt; the last one counts for all further ones. Times of Standard Webhooks. */
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

/** How long an event is tried, from when it was wanted. */
const deliveryLife = Temporal.Duration.from({ hours: 72 })

/** What is sent late, as after a worker that was away for days, is tried so often nevertheless. */
const leastAttempts = 5

/** Failed attempts in a row after which an endpoint counts as failing: then one message at a time finds out when it is back. */
export const failuresBeforePause = 5

/** Seconds between two such messages: doubled each time, up to five minutes. */
const firstPause = 5
const longestPause = 300

interface FailedDelivery {
  /** Attempts since it was wanted, with the one that failed. */
  readonly attempts: number
  readonly wantedAt: Temporal.Instant
}

/**
 * When a delivery is tried again that failed at `now`; null when it is given up. `fraction`, from 0 to 1, spreads attempts
 * over a tenth of the wait, so that what failed at once does not come again at once.
 */
export const nextAttempt = (
  { attempts, wantedAt }: FailedDelivery,
  now: Temporal.Instant,
  fraction: number,
): Temporal.Instant | null => {
  const isOver = Temporal.Instant.compare(now, wantedAt.add(deliveryLife)) >= 0
  if (isOver && attempts >= leastAttempts) return null
  const wait = waits[Math.min(attempts, waits.length) - 1] ?? 0
  return now.add({ milliseconds: Math.round(wait * 1_000 * (1 + fraction / 10)) })
}

/** Until when nothing is sent to an endpoint after this many failures in a row; null for one that is not failing yet. */
export const pausedUntil = (failures: number, now: Temporal.Instant): Temporal.Instant | null => {
  if (failures < failuresBeforePause) return null
  const doublings = Math.min(failures - failuresBeforePause, 10)
  return now.add({ seconds: Math.min(firstPause * 2 ** doublings, longestPause) })
}

interface EndpointHealth {
  readonly failures: number
  readonly pausedUntil: Temporal.Instant | null
}

/**
 * What may be sent to an endpoint: everything, one message to find out whether it is back, or only what a person asked
 * for.
 */
export type SendingMode = 'open' | 'probing' | 'paused'

export const sendingMode = (
  { failures, pausedUntil: until }: EndpointHealth,
  now: Temporal.Instant,
): SendingMode => {
  if (until !== null && Temporal.Instant.compare(now, until) < 0) return 'paused'
  return failures < failuresBeforePause ? 'open' : 'probing'
}

/** Whether an answer means that the receiver has the message. */
export const isTaken = (status: number): boolean => status >= 200 && status < 300

/** Whether a receiver says that it wants nothing any more. */
export const isGone = (status: number): boolean => status === 410

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
