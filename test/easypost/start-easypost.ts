import fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAccount } from './account.ts'
import type { Account, Shipment } from './account.ts'
import { EasyPostFault } from './easypost-fault.ts'
import { BuyParameters, readParameters, ShipmentParameters } from './parameters.ts'
import { createScanner } from './webhooks.ts'
import type { Scan, SentEvent } from './webhooks.ts'

/** `cut_before`, `cut_after`: the connection ends before or after the effect. */
export type FaultKind = 'rate_limit' | 'billing' | 'error' | 'cut_before' | 'cut_after' | 'garbage'

interface PlannedFault {
  readonly call: RegExp
  readonly kind: FaultKind
}

interface Parts {
  readonly account: Account
  readonly apiKey: string
  readonly faults: PlannedFault[]
  readonly calls: string[]
  readonly holds: Hold[]
}

/** A call that has come and waits. */
interface Hold {
  readonly call: RegExp
  readonly reach: () => void
  readonly released: Promise<void>
}

const assertCaller = ({ headers }: FastifyRequest, apiKey: string): void => {
  const given = /^Basic (?<pair>\S+)$/.exec(headers.authorization ?? '')?.groups?.['pair'] ?? ''
  if (Buffer.from(given, 'base64').toString() === `${apiKey}:`) return
  const message = 'This api key is no longer active. Please use a different api key or reactivate this key.'
  throw new EasyPostFault(401, 'APIKEY.INACTIVE', message)
}

const viewOf = ({ requested, ...shipment }: Shipment) => ({
  ...shipment,
  to_address: requested.to_address,
  from_address: requested.from_address,
  parcel: requested.parcel,
  customs_info: requested.customs_info ?? null,
  options: requested.options ?? {},
})

/** Does what a request asks for; throws EasyPostFault. */
const answer = (account: Account, call: string, request: FastifyRequest): object => {
  const [, method = '', id = '', action = ''] =
    /^(\w+) \/v2\/shipments(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(call) ?? []
  const body = request.body ?? {}
  if (method === 'POST' && id === '') {
    const { shipment } = readParameters(ShipmentParameters, body)
    return viewOf(account.create(shipment))
  }
  if (id === '') throw EasyPostFault.missing()
  const shipment = account.find(decodeURIComponent(id))
  switch (`${method} ${action}`.trim()) {
    case 'GET':
      return viewOf(shipment)
    case 'POST rerate':
      return { rates: account.rerate(shipment).rates }
    case 'POST buy':
      return viewOf(account.buy(shipment, readParameters(BuyParameters, body).rate.id))
    case 'POST refund':
      return viewOf(account.refund(shipment))
    case 'GET label':
      return viewOf(
        account.convert(shipment, new URL(request.url, 'http://x').searchParams.get('file_format') ?? ''),
      )
    default:
      throw EasyPostFault.missing()
  }
}

const early: Partial<Record<FaultKind, () => EasyPostFault>> = {
  rate_limit: () => new EasyPostFault(429, 'RATE_LIMITED', 'Too many requests, please slow down.'),
  billing: () => new EasyPostFault(402, 'BILLING.INSUFFICIENT_FUNDS', 'Insufficient funds.'),
  error: () => new EasyPostFault(503, 'SERVICE.UNAVAILABLE', 'The service is unavailable.'),
}

const cut = (reply: FastifyReply): FastifyReply => {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

/** The effect and the reply, whether or not the reply arrives. */
const replyTo = (parts: Parts, call: string, request: FastifyRequest, kind: FaultKind | null) => {
  try {
    assertCaller(request, parts.apiKey)
    const fault = kind === null ? undefined : early[kind]?.()
    if (fault) throw fault
    const body = answer(parts.account, call, request)
    return { status: call === 'POST /v2/shipments' ? 201 : 200, body }
  } catch (thrown) {
    if (!(thrown instanceof EasyPostFault)) throw thrown
    return { status: thrown.status, body: thrown.body }
  }
}

const serve = async (parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const call = `${request.method} ${new URL(request.url, 'http://x').pathname}`
  parts.calls.push(call)
  const held = parts.holds.findIndex((hold) => hold.call.test(call))
  const [hold] = held === -1 ? [] : parts.holds.splice(held, 1)
  hold?.reach()
  await hold?.released
  const at = parts.faults.findIndex((fault) => fault.call.test(call))
  const kind = at === -1 ? null : (parts.faults.splice(at, 1)[0]?.kind ?? null)
  if (kind === 'cut_before') return cut(reply)
  const { status, body } = replyTo(parts, call, request, kind)
  if (kind === 'cut_after') return cut(reply)
  return kind === 'garbage' ? reply.code(200).send('<html>') : reply.code(status).send(body)
}

/** A PDF begins with bytes that are no UTF-8 (ISO 32000-1, 7.5.2). */
const pdfBytes = Buffer.concat([Buffer.from('%PDF-1.4\n%'), Buffer.from([0xe2, 0xe3, 0xcf, 0xd3, 0x0a])])

const createServer = (parts: Parts): FastifyInstance => {
  const server = fastify({ forceCloseConnections: true })
  server.get('/files/:name', (request, reply) =>
    request.url.endsWith('.pdf') ? reply.send(pdfBytes) : reply.send('^XA^FDloam^FS^XZ'),
  )
  server.all('/v2/*', (request, reply) => serve(parts, request, reply))
  return server
}

interface Settings {
  readonly apiKey: string
  readonly webhookSecret: string
}

/** Starts an empty account of EasyPost in test mode on a free port of this machine. */
export const startEasyPost = async ({ apiKey, webhookSecret }: Settings) => {
  let url = ''
  const account = createAccount(() => url)
  const faults: PlannedFault[] = []
  const calls: string[] = []
  const holds: Hold[] = []
  const server = createServer({ account, apiKey, faults, calls, holds })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
  const scan = createScanner(account, webhookSecret)
  return {
    url,
    account,
    /** Every call, as `POST /v2/shipments`, in their order. */
    calls,
    /** The next such call fails. */
    failNext: (call: RegExp, kind: FaultKind): void => void faults.push({ call, kind }),
    /** The next such call waits until it is released; `reached` resolves when it has come. */
    holdNext: (call: RegExp) => {
      const arrival = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      holds.push({ call, reach: arrival.resolve, released })
      return { reached: arrival.promise, release }
    },
    /** What was bought, the first one first. */
    bought: (): readonly Shipment[] => account.shipments.filter((one) => one.postage_label !== null),
    /** A carrier scans a package; the event that EasyPost sends of it. */
    scan: (trackingCode: string, what: Scan): SentEvent => scan(trackingCode, what),
    close: (): Promise<void> => server.close(),
  }
}

export type EasyPostStandIn = Awaited<ReturnType<typeof startEasyPost>>
