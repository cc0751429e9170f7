import { keyOf } from '../sandbox-base/bearer.ts'
import { clientGone, readJson, sendJson, type Exchange, type Route } from '../sandbox-base/exchange.ts'
import { sleep } from '../sandbox-base/machine.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import { neededText, textField, type Fields } from '../sandbox-base/request-fields.ts'
import { afterIn, clockRoutes, pageLimit, sendPage, shopRoutes } from '../sandbox-base/shop-routes.ts'
import { eventOf, type Journeys, type JourneyDeps } from './journey.ts'
import { labelPdf } from './label-pdf.ts'
import type { Label } from './label-records.ts'
import { readLabelRequest, requestOf } from './label-request.ts'
import { labelZpl } from './label-zpl.ts'
import { serviceOf } from './services.ts'
import { handOver, labelAlreadyMade, makeLabel, testWordOf, voidLabel } from './labels.ts'

export interface ApiDeps extends JourneyDeps {
  readonly journeys: Journeys
  /** Where browsers reach the carrier. */
  readonly publicUrl: () => string
}

const labelReply = (deps: ApiDeps, label: Label) => ({
  id: label.id,
  idempotency_key: label.idempotencyKey,
  state: label.state,
  tracking: label.tracking,
  tracking_url: `${deps.publicUrl()}/track/${label.tracking}`,
  service: requestOf(label).service,
  service_name: serviceOf(requestOf(label).service)?.name ?? '',
  reference: requestOf(label).reference,
  expected_on: label.expectedOn,
  made_at: new Date(label.madeAt).toISOString(),
})

const momentIn = (body: Fields, name: string): number | null => {
  const text = textField(body, name, 40)
  if (text === '') return null
  const moment = Date.parse(text)
  if (Number.isNaN(moment)) throw new Refusal(400, 'parameter_invalid', `${name} must be a moment.`)
  return moment
}

/** A shop says what time it is there; returns that, or else the carrier's own time. */
const timeOf = async ({ clock, write }: ApiDeps, moment: number | null): Promise<number> => {
  if (moment === null) return clock.now()
  await write(() => clock.moveTo(moment))
  return moment
}

const neverAnswer = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  await sleep(deps.machine, deps.settings.hangMs, clientGone(exchange))
  exchange.request.socket.destroy()
}

const answerMake = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  const body = await readJson(exchange)
  const key = keyOf(exchange)
  const request = readLabelRequest(body)
  const made = labelAlreadyMade(deps, key, request)
  if (made) return sendJson(exchange, 200, labelReply(deps, made))
  const manner = testWordOf(deps, request)?.label ?? 'prompt'
  if (manner === 'refused')
    throw new Refusal(422, 'address_invalid', 'There is no such address; packages do not go there.')
  const label = await makeLabel(deps, key, request, await timeOf(deps, momentIn(body, 'at')))
  if (manner === 'silent') return neverAnswer(deps, exchange)
  sendJson(exchange, 200, labelReply(deps, label))
}

const answerVoid = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  const key = exchange.parts[0] ?? ''
  const label = await voidLabel(deps, key)
  sendJson(exchange, 200, label ? labelReply(deps, label) : { state: 'voided', idempotency_key: key })
}

const answerList = (deps: ApiDeps, exchange: Exchange): void => {
  const labels = deps.labels.list(afterIn(exchange), pageLimit)
  sendPage(exchange, labels, (label) => labelReply(deps, label))
}

const answerFile = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  const label = deps.labels.byId(exchange.parts[0] ?? '')
  if (!label) throw new Refusal(404, 'label_unknown', 'There is no such label.')
  if (label.state === 'voided') throw new Refusal(409, 'label_voided', 'This label was voided.')
  const format = exchange.url.searchParams.get('format') ?? 'pdf'
  if (format !== 'pdf' && format !== 'zpl')
    throw new Refusal(400, 'parameter_invalid', 'format must be pdf or zpl.')
  const content = format === 'pdf' ? await labelPdf(label) : Buffer.from(labelZpl(label), 'utf8')
  sendJson(exchange, 200, { format, content: content.toString('base64') })
}

const textsIn = (body: Fields, name: string): string[] => {
  const value = body[name]
  if (!Array.isArray(value) || value.length > 500)
    throw new Refusal(400, 'parameter_invalid', `${name} must be a list of at most 500 texts.`)
  return value.map((entry) => neededText({ [name]: entry }, name))
}

const answerHandOver = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  const body = await readJson(exchange)
  const labels = textsIn(body, 'labels')
  await handOver(deps, labels, await timeOf(deps, momentIn(body, 'at')))
  sendJson(exchange, 200, { labels })
  void deps.journeys.goOn()
}

/** What has happened to packages until a moment, as webhooks report it. */
const answerEvents = (deps: ApiDeps, exchange: Exchange): void => {
  const until = Date.parse(exchange.url.searchParams.get('until') ?? '')
  if (Number.isNaN(until)) throw new Refusal(400, 'parameter_invalid', 'until must be a moment.')
  const events = deps.steps.allUntil(until).map((step) => eventOf(deps, step))
  sendJson(exchange, 200, { data: events })
}

/** The REST side of the carrier, for the shop's server alone. */
export const apiRoutes = (deps: ApiDeps): Route[] =>
  shopRoutes(deps, [
    ['POST', '/v1/labels', answerMake],
    ['GET', '/v1/labels', answerList],
    ['POST', '/v1/labels/by-key/*/void', answerVoid],
    ['GET', '/v1/labels/*/file', answerFile],
    ['POST', '/v1/hand-overs', answerHandOver],
    ['GET', '/v1/events', answerEvents],
    ...clockRoutes<ApiDeps>(
      ({ steps }) => steps.nextReportAt(),
      async ({ journeys, deliveries }) => {
        const events = await journeys.goOn()
        await deliveries.kickAll()
        return events
      },
    ),
  ])
