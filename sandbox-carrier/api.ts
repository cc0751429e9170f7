import { keyOf, onlyWithKey } from '../sandbox-base/bearer.ts'
import { clientGone, readJson, sendJson, type Exchange, type Route } from '../sandbox-base/exchange.ts'
import { sleep } from '../sandbox-base/machine.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import { neededText, textField, type Fields } from '../sandbox-base/request-fields.ts'
import { eventOf, type Journeys, type JourneyTools } from './journey.ts'
import { labelPdf } from './label-pdf.ts'
import type { Label } from './label-records.ts'
import { readLabelRequest, requestOf } from './label-request.ts'
import { labelZpl } from './label-zpl.ts'
import { serviceOf } from './services.ts'
import { handOver, labelAlreadyMade, makeLabel, testWordOf, voidLabel } from './labels.ts'

export interface ApiTools extends JourneyTools {
  readonly journeys: Journeys
  /** Where browsers reach the carrier. */
  readonly publicUrl: () => string
}

const labelReply = (tools: ApiTools, label: Label) => ({
  id: label.id,
  idempotency_key: label.idempotencyKey,
  state: label.state,
  tracking: label.tracking,
  tracking_url: `${tools.publicUrl()}/track/${label.tracking}`,
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
const timeOf = async ({ clock, write }: ApiTools, moment: number | null): Promise<number> => {
  if (moment === null) return clock.now()
  await write(() => clock.moveTo(moment))
  return moment
}

const neverAnswer = async (tools: ApiTools, exchange: Exchange): Promise<void> => {
  await sleep(tools.machine, tools.settings.hangMs, clientGone(exchange))
  exchange.request.socket.destroy()
}

const answerMake = async (tools: ApiTools, exchange: Exchange): Promise<void> => {
  const body = await readJson(exchange)
  const key = keyOf(exchange)
  const request = readLabelRequest(body)
  const made = labelAlreadyMade(tools, key, request)
  if (made) return sendJson(exchange, 200, labelReply(tools, made))
  const manner = testWordOf(tools, request)?.label ?? 'prompt'
  if (manner === 'refused')
    throw new Refusal(422, 'address_invalid', 'There is no such address; packages do not go there.')
  const label = await makeLabel(tools, key, request, await timeOf(tools, momentIn(body, 'at')))
  if (manner === 'silent') return neverAnswer(tools, exchange)
  sendJson(exchange, 200, labelReply(tools, label))
}

const answerVoid = async (tools: ApiTools, exchange: Exchange): Promise<void> => {
  const key = exchange.parts[0] ?? ''
  const label = await voidLabel(tools, key)
  sendJson(exchange, 200, label ? labelReply(tools, label) : { state: 'voided', idempotency_key: key })
}

const answerList = (tools: ApiTools, exchange: Exchange): void => {
  const labels = tools.labels.list(exchange.url.searchParams.get('after'), 101)
  const data = labels.slice(0, 100).map((label) => labelReply(tools, label))
  sendJson(exchange, 200, { data, has_more: labels.length > 100 })
}

const answerFile = async (tools: ApiTools, exchange: Exchange): Promise<void> => {
  const label = tools.labels.byId(exchange.parts[0] ?? '')
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

const answerHandOver = async (tools: ApiTools, exchange: Exchange): Promise<void> => {
  const body = await readJson(exchange)
  const labels = textsIn(body, 'labels')
  await handOver(tools, labels, await timeOf(tools, momentIn(body, 'at')))
  sendJson(exchange, 200, { labels })
  void tools.journeys.goOn()
}

/** What has happened to packages until a moment, as webhooks report it. */
const answerEvents = (tools: ApiTools, exchange: Exchange): void => {
  const until = Date.parse(exchange.url.searchParams.get('until') ?? '')
  if (Number.isNaN(until)) throw new Refusal(400, 'parameter_invalid', 'until must be a moment.')
  const events = tools.steps.allUntil(until).map((step) => eventOf(tools, step))
  sendJson(exchange, 200, { data: events })
}

const clockReply = ({ clock, steps }: ApiTools) => {
  const next = steps.nextReportAt()
  return {
    now: new Date(clock.now()).toISOString(),
    next_event_at: next === null ? null : new Date(next).toISOString(),
  }
}

const answerClock = async (tools: ApiTools, exchange: Exchange): Promise<void> => {
  const body = await readJson(exchange)
  await timeOf(tools, momentIn(body, 'to'))
  const events = await tools.journeys.goOn()
  await tools.deliveries.kickAll()
  sendJson(exchange, 200, { ...clockReply(tools), events })
}

/** The REST side of the carrier, for the shop's server alone. */
export const apiRoutes = (tools: ApiTools): Route[] => {
  const forShop = (
    method: Route['method'],
    path: string,
    answer: (tools: ApiTools, exchange: Exchange) => Promise<void> | void,
  ): Route => ({
    method,
    path,
    answer: (exchange) => {
      onlyWithKey(tools.settings.secretKey, exchange)
      return answer(tools, exchange)
    },
  })
  return [
    forShop('POST', '/v1/labels', answerMake),
    forShop('GET', '/v1/labels', answerList),
    forShop('POST', '/v1/labels/by-key/*/void', answerVoid),
    forShop('GET', '/v1/labels/*/file', answerFile),
    forShop('POST', '/v1/hand-overs', answerHandOver),
    forShop('GET', '/v1/events', answerEvents),
    forShop('GET', '/v1/clock', (_tools, exchange) => sendJson(exchange, 200, clockReply(tools))),
    forShop('POST', '/v1/clock', answerClock),
  ]
}
