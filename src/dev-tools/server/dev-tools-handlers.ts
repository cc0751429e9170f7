import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { moveClock } from '../endpoints.ts'
import { moveClockTo } from './time-machine.ts'
import type { TimeMachineDeps } from './time-machine.ts'

interface OutboxMail {
  readonly id: string
  readonly to: string
  readonly reply_to: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly sent_at: string
  readonly text: string
  readonly html: string
}

const targetOf = async (
  deps: TimeMachineDeps,
  payload: PayloadOf<typeof moveClock>,
): Promise<Temporal.Instant> => {
  const startOfDay = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: deps.timeZone }).toInstant()
  if ('to' in payload) return startOfDay(Temporal.PlainDate.from(payload.to))
  if ('days' in payload)
    return deps.now().toZonedDateTimeISO(deps.timeZone).add({ days: payload.days }).toInstant()
  const due = await deps.nextDueOn()
  return due ? startOfDay(due) : deps.now()
}

// Everything due happens on the way, and a request with the renewals of centuries would never end.
const maxTravel = { years: 10, months: 2 } as const
const maxInstant = Temporal.Instant.from('9999-12-31T00:00:00Z')

const refusalMessage = (target: Temporal.Instant, now: Temporal.Instant, timeZone: string): string | null => {
  if (Temporal.Instant.compare(target, now) < 0) return 'The clock only moves forward.'
  const horizon = now.toZonedDateTimeISO(timeZone).add(maxTravel).toInstant()
  if (Temporal.Instant.compare(target, horizon) > 0) return 'The clock moves at most ten years at once.'
  return Temporal.Instant.compare(target, maxInstant) > 0 ? 'The clock stops with the year 9999.' : null
}

/** The endpoints of the dev tools; registered only with the sandbox processor. */
const createDevToolsHandlers = (
  deps: TimeMachineDeps,
  readOutbox: () => Promise<readonly OutboxMail[]>,
): HandlersFor<typeof endpoints> => {
  const clock = () => {
    const now = deps.now()
    return { now: now.toString(), today: dateIn(now, deps.timeZone).toString() }
  }
  return {
    viewOutbox: async (_context, { to }) => ({
      mails: (await readOutbox()).filter((mail) => to === undefined || mail.to === to.toLowerCase()),
    }),
    viewClock: async () => ({ ...clock(), next_due_on: (await deps.nextDueOn())?.toString() ?? null }),
    moveClock: async (_context, payload) => {
      const target = await targetOf(deps, payload)
      const refusal = refusalMessage(target, deps.now(), deps.timeZone)
      if (refusal !== null) throw new ShopError('VALIDATION_ERROR', { fields: { to: refusal } })
      const stops = await moveClockTo(deps, target)
      return { ...clock(), stops }
    },
  }
}

/** The endpoints of the time machine and the outbox. */
export const devToolsRoutes = (
  deps: TimeMachineDeps,
  readOutbox: () => Promise<readonly OutboxMail[]>,
): readonly Route[] => routes(endpoints, createDevToolsHandlers(deps, readOutbox))
