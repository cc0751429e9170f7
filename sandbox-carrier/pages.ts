import { assetRoutes } from '../sandbox-base/asset-routes.ts'
import { redirect, send, sendJson, type Exchange, type Route } from '../sandbox-base/exchange.ts'
import { messagePageOf } from '../sandbox-base/html.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import type { ApiDeps } from './api.ts'
import type { Label } from './label-records.ts'
import { requestOf } from './label-request.ts'
import { handOver } from './labels.ts'
import { serviceOf } from './services.ts'
import type { Step } from './step-records.ts'
import { trackingPage, type TrackedShipment } from './tracking-page.ts'

const policy = ["default-src 'none'", "style-src 'self'", "font-src 'self'", "base-uri 'none'"].join('; ')

const sendPage = (exchange: Exchange, status: number, html: string): void =>
  send(
    exchange,
    status,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `${policy}; frame-ancestors 'none'; form-action 'self'`,
      'referrer-policy': 'no-referrer',
    },
    html,
  )

/** What is said of a package, by what happened last. */
const texts: ReadonlyMap<string, string> = new Map([
  ['shipped', 'Picked up'],
  ['in-transit', 'In transit'],
  ['delayed', 'Delayed'],
  ['delivered', 'Delivered'],
  ['lost', 'Lost'],
  ['returned-to-sender', 'Returned to the sender'],
])

const textOf = (event: string): string => texts.get(event) ?? event

const dayText = (day: Temporal.PlainDate): string =>
  day.toLocaleString('en-US', { year: 'numeric', month: 'long', day: 'numeric' })

const ended = new Set(['delivered', 'lost', 'returned-to-sender'])

const waitingState = ({ state }: Label): string =>
  state === 'voided' ? 'Label voided' : 'Label made, waits for the package'

const expectedOf = (label: Label, steps: readonly Step[]): string | null => {
  if (label.state === 'voided' || steps.some(({ event }) => ended.has(event))) return null
  const delay = steps.findLast(({ expectedOn }) => expectedOn !== null)
  return dayText(Temporal.PlainDate.from(delay?.expectedOn ?? label.expectedOn))
}

const trackedOf = ({ settings, clock, steps }: ApiDeps, label: Label): TrackedShipment => {
  const { service, to, from } = requestOf(label)
  const until = steps.until(label.id, clock.now())
  const on = (moment: number): string =>
    dayText(
      Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(settings.timeZone).toPlainDate(),
    )
  const last = until.at(-1)
  return {
    tracking: label.tracking,
    service: serviceOf(service)?.name ?? service,
    destination: [to.city, to.region, to.country].filter((part) => part !== '').join(', '),
    state: last ? textOf(last.event) : waitingState(label),
    waitsForSender: from !== null && label.state === 'made',
    expectedOn: expectedOf(label, until),
    events: [
      ...until.toReversed().map(({ event, happensAt }) => ({ on: on(happensAt), what: textOf(event) })),
      { on: on(label.madeAt), what: 'Label made' },
    ],
  }
}

const answerTracking = (deps: ApiDeps, exchange: Exchange): void => {
  const label = deps.labels.byTracking((exchange.parts[0] ?? '').toUpperCase())
  if (!label) throw new Refusal(404, 'tracking_unknown', 'There is no package with this tracking number.')
  sendPage(exchange, 200, trackingPage(trackedOf(deps, label)))
}

/** The sender of a return gives the package to the carrier, as at a post office. */
const answerHandOver = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  const label = deps.labels.byTracking((exchange.parts[0] ?? '').toUpperCase())
  if (!label || requestOf(label).from === null)
    throw new Refusal(404, 'tracking_unknown', 'There is no return with this tracking number.')
  await handOver(deps, [label.id], deps.clock.now())
  await deps.journeys.goOn()
  redirect(exchange, `/track/${label.tracking}`)
}

const messagePage = messagePageOf('Sandbox carrier')

/** A refused request of a page, as a page. */
export const sendRefusedPage = (exchange: Exchange, status: number, sentence: string): void =>
  sendPage(exchange, status, messagePage(status === 404 ? 'Not found' : 'This did not work', sentence))

/** The pages that people see. */
export const pageRoutes = (deps: ApiDeps): Route[] => [
  { method: 'GET', path: '/track/*', answer: (exchange) => answerTracking(deps, exchange) },
  { method: 'POST', path: '/track/*/hand-over', answer: (exchange) => answerHandOver(deps, exchange) },
  ...assetRoutes(new URL('./assets/tracking.css', import.meta.url)),
  { method: 'GET', path: '/livez', answer: (exchange) => sendJson(exchange, 200, { alive: true }) },
]
