import { onlyWithKey } from './bearer.ts'
import { readJson, sendJson, type Exchange, type Route } from './exchange.ts'
import type { MovedClock } from './moved-clock.ts'
import { Refusal } from './refusal.ts'
import { neededText } from './request-fields.ts'
import type { Write } from './sqlite.ts'

type ShopRoute<Deps> = readonly [
  method: Route['method'],
  path: string,
  answer: (deps: Deps, exchange: Exchange) => Promise<void> | void,
]

/** The routes of a sandbox that only the shop's server may call: with the secret key. */
export const shopRoutes = <Deps extends { readonly settings: { readonly secretKey: string } }>(
  deps: Deps,
  routes: readonly ShopRoute<Deps>[],
): Route[] =>
  routes.map(([method, path, answer]) => ({
    method,
    path,
    answer: (exchange) => {
      onlyWithKey(deps.settings.secretKey, exchange)
      return answer(deps, exchange)
    },
  }))

const pageSize = 100

/** How many rows a list reads: one more than a page has, so that it knows of the next one. */
export const pageLimit = pageSize + 1

/** A page of a list, of rows that were read with `pageLimit`. */
export const sendPage = <Row>(exchange: Exchange, rows: readonly Row[], reply: (row: Row) => unknown): void =>
  sendJson(exchange, 200, { data: rows.slice(0, pageSize).map(reply), has_more: rows.length > pageSize })

/** The last row of the page before, as a list is asked for the next one. */
export const afterIn = ({ url }: Exchange): string | null => url.searchParams.get('after')

interface Timed {
  readonly clock: MovedClock
  readonly write: Write
}

const isoTime = (moment: number): string => new Date(moment).toISOString()

/**
 * `/v1/clock`, by which a shop moves the time of a sandbox and reads when something happens next. `goOn` does what is due then,
 * and says how many events that were.
 */
export const clockRoutes = <Deps extends Timed>(
  nextAt: (deps: Deps) => number | null,
  goOn: (deps: Deps) => Promise<number>,
): readonly ShopRoute<Deps>[] => {
  const clockReply = (deps: Deps) => {
    const next = nextAt(deps)
    return { now: isoTime(deps.clock.now()), next_event_at: next === null ? null : isoTime(next) }
  }
  return [
    ['GET', '/v1/clock', (deps, exchange) => sendJson(exchange, 200, clockReply(deps))],
    [
      'POST',
      '/v1/clock',
      async (deps, exchange) => {
        const moment = Date.parse(neededText(await readJson(exchange), 'to'))
        if (Number.isNaN(moment)) throw new Refusal(400, 'parameter_invalid', 'to must be a moment.')
        await deps.write(() => deps.clock.moveTo(moment))
        const events = await goOn(deps)
        sendJson(exchange, 200, { ...clockReply(deps), events })
      },
    ],
  ]
}
