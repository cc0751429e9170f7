import { expect, test } from 'vitest'
import { moveClockTo } from './time-machine.ts'
import type { DueReport } from './time-machine.ts'

const timeZone = 'America/Los_Angeles'
const start = (day: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).toInstant()

/** A shop in which each run of the due work calls `run`, which returns the next day on which something is due. */
const journey = async (to: string, run: (today: string, runs: number) => string | null) => {
  let due: string | null = '2031-04-04'
  let [now, runs] = [start(due), 0]
  const daysOfRuns: string[] = []
  const today = () => now.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  await moveClockTo(
    {
      now: () => now,
      timeZone,
      setClock: async (instant) => {
        now = instant
      },
      nextDueOn: async () => (due === null ? null : Temporal.PlainDate.from(due)),
      isWorkInFlight: async () => false,
      runDueWork: async (): Promise<DueReport> => {
        daysOfRuns.push(today())
        runs += 1
        due = run(today(), runs)
        return { renewals: 0, declined: 0, shipped: 0 }
      },
    },
    start(to),
  )
  return daysOfRuns
}

test('what another process made due during a run is done on its day', async () => {
  const days = await journey('2031-04-07', (today, runs) => (runs === 1 ? today : null))
  expect(days).toEqual(['2031-04-04', '2031-04-04', '2031-04-07'])
})

test('time moves on without work that remains due', async () => {
  const days = await journey('2031-04-06', () => '2031-04-04')
  expect(days.at(-1)).toBe('2031-04-06')
  expect(new Set(days)).toEqual(new Set(['2031-04-04', '2031-04-05', '2031-04-06']))
})
