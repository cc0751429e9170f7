import { createHash, timingSafeEqual } from 'node:crypto'
import type { Charge } from './charge-records.ts'
import type { SandboxSettings } from './settings.ts'
import { chargeAlreadyMade, closeKey, digestOf, makeCharge, mannerOf, refundCharge } from './charges.ts'
import type { ChargeRequest, ChargeTools } from './charges.ts'
import { clientGone, readJson, sendJson, type Exchange, type Route } from './exchange.ts'
import { pause } from './machine.ts'
import { Refusal } from './refusal.ts'
import { amountField, flagField, neededText, objectField, textField, type Fields } from './request-fields.ts'
import { isReturnUrl } from './return-url.ts'

export interface ApiTools extends ChargeTools {
  readonly settings: SandboxSettings
  /** Where browsers reach the processor. */
  readonly publicUrl: () => string
}

const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

const onlyTheShop = (tools: ApiTools, { request }: Exchange): void => {
  if (!sameText(request.headers.authorization ?? '', `Bearer ${tools.settings.secretKey}`))
    throw new Refusal(401, 'key_invalid', 'The secret key is missing or wrong.')
}

const keyOf = ({ request }: Exchange): string => {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || key.length > 255)
    throw new Refusal(400, 'idempotency_key_missing', 'The header Idempotency-Key is needed.')
  return key
}

const chargeReply = (tools: ApiTools, charge: Charge) => ({
  id: charge.id,
  idempotency_key: charge.idempotencyKey,
  state: charge.state,
  amount: charge.amount,
  currency: charge.currency,
  refunded: charge.refunded,
  decline: charge.decline,
  challenge_url:
    charge.state === 'challenge' && charge.challenge !== null
      ? `${tools.publicUrl()}/challenge/${charge.challenge}`
      : null,
  customer: charge.customerId,
  method: charge.methodId,
  card: {
    brand: charge.card.brand,
    last4: charge.card.last4,
    exp_month: charge.card.expMonth,
    exp_year: charge.card.expYear,
  },
  description: charge.description,
  metadata: JSON.parse(charge.metadata),
  created_at: new Date(charge.createdAt).toISOString(),
})

const readChargeRequest = (tools: ApiTools, body: Fields): ChargeRequest => {
  const customer = objectField(body, 'customer')
  const metadata = JSON.stringify(objectField(body, 'metadata'))
  const returnUrl = neededText(body, 'return_url', 2_000)
  if (!isReturnUrl(tools.settings, returnUrl))
    throw new Refusal(400, 'return_url_invalid', 'return_url must be an address of the shop.')
  if (metadata.length > 4_000) throw new Refusal(400, 'parameter_invalid', 'metadata is too large.')
  return {
    amount: amountField(body, 'amount'),
    currency: neededText(body, 'currency', 3),
    source: neededText(body, 'source', 255),
    customer: {
      id: textField(customer, 'id', 255),
      reference: neededText(customer, 'reference', 255),
      email: textField(customer, 'email', 254),
    },
    save: flagField(body, 'save'),
    offSession: flagField(body, 'off_session'),
    returnUrl,
    description: textField(body, 'description'),
    metadata,
  }
}

/** Charges on their way, so that a repeat that comes too early waits for the first one. */
type OnTheWay = Map<string, { readonly digest: string; readonly done: Promise<Charge> }>

const chargeSlowly = async (tools: ApiTools, key: string, request: ChargeRequest): Promise<Charge> => {
  await pause(tools.machine, tools.settings.slowMs, new AbortController().signal)
  return makeCharge(tools, key, request)
}

const chargeOnce = (
  tools: ApiTools,
  onTheWay: OnTheWay,
  key: string,
  request: ChargeRequest,
): Promise<Charge> => {
  const first = onTheWay.get(key)
  if (first && first.digest !== digestOf(request))
    throw new Refusal(422, 'key_reused', 'This idempotency key was used for a different request.')
  if (first) return first.done
  const done = chargeSlowly(tools, key, request).finally(() => onTheWay.delete(key))
  onTheWay.set(key, { digest: digestOf(request), done })
  return done
}

const neverAnswer = async (tools: ApiTools, exchange: Exchange): Promise<void> => {
  await pause(tools.machine, tools.settings.hangMs, clientGone(exchange))
  exchange.request.socket.destroy()
}

const answerCharge = async (tools: ApiTools, onTheWay: OnTheWay, exchange: Exchange): Promise<void> => {
  onlyTheShop(tools, exchange)
  const key = keyOf(exchange)
  const request = readChargeRequest(tools, await readJson(exchange))
  const made = chargeAlreadyMade(tools, key, request)
  if (made) return sendJson(exchange, 200, chargeReply(tools, made))
  const manner = mannerOf(tools, key, request)
  if (manner === 'lost') return neverAnswer(tools, exchange)
  const charge =
    manner === 'slow'
      ? await chargeOnce(tools, onTheWay, key, request)
      : await makeCharge(tools, key, request)
  tools.deliveries.kick()
  if (manner === 'silent') return neverAnswer(tools, exchange)
  if (manner === 'reset') {
    exchange.request.socket.resetAndDestroy()
    return
  }
  sendJson(exchange, 200, chargeReply(tools, charge))
}

const answerList = (tools: ApiTools, exchange: Exchange): void => {
  onlyTheShop(tools, exchange)
  const from = Date.parse(exchange.url.searchParams.get('from') ?? '1970-01-01')
  if (Number.isNaN(from)) throw new Refusal(400, 'parameter_invalid', 'from must be a moment.')
  const charges = tools.records.since(from, exchange.url.searchParams.get('after'), 101)
  const data = charges.slice(0, 100).map((charge) => chargeReply(tools, charge))
  sendJson(exchange, 200, { data, has_more: charges.length > 100 })
}

const answerByKey = (tools: ApiTools, exchange: Exchange): void => {
  onlyTheShop(tools, exchange)
  const key = exchange.parts[0] ?? ''
  const charge = tools.records.byKey(key)
  if (charge) return sendJson(exchange, 200, chargeReply(tools, charge))
  if (tools.closedKeys.has(key)) return sendJson(exchange, 200, { state: 'closed', idempotency_key: key })
  throw new Refusal(404, 'charge_unknown', 'No charge was made with this key.')
}

const answerClose = async (tools: ApiTools, exchange: Exchange): Promise<void> => {
  onlyTheShop(tools, exchange)
  const key = exchange.parts[0] ?? ''
  const charge = await closeKey(tools, key)
  tools.deliveries.kick()
  sendJson(exchange, 200, charge ? chargeReply(tools, charge) : { state: 'closed', idempotency_key: key })
}

const answerRefund = async (tools: ApiTools, exchange: Exchange): Promise<void> => {
  onlyTheShop(tools, exchange)
  const body = await readJson(exchange)
  const refund = await refundCharge(
    tools,
    keyOf(exchange),
    neededText(body, 'charge'),
    amountField(body, 'amount'),
  )
  tools.deliveries.kick()
  sendJson(exchange, 200, { id: refund.id, charge: refund.chargeId, amount: refund.amount })
}

const answerMethods = (tools: ApiTools, exchange: Exchange): void => {
  onlyTheShop(tools, exchange)
  const methods = tools.wallet.methodsOf(exchange.parts[0] ?? '')
  sendJson(exchange, 200, {
    data: methods.map(({ id, card }) => ({ id, brand: card.brand, last4: card.last4 })),
  })
}

/** The REST side of the processor, for the shop's server alone. */
export const apiRoutes = (tools: ApiTools): Route[] => {
  const onTheWay: OnTheWay = new Map()
  return [
    { method: 'POST', path: '/v1/charges', answer: (exchange) => answerCharge(tools, onTheWay, exchange) },
    { method: 'GET', path: '/v1/charges', answer: (exchange) => answerList(tools, exchange) },
    { method: 'GET', path: '/v1/charges/by-key/*', answer: (exchange) => answerByKey(tools, exchange) },
    {
      method: 'POST',
      path: '/v1/charges/by-key/*/close',
      answer: (exchange) => answerClose(tools, exchange),
    },
    { method: 'POST', path: '/v1/refunds', answer: (exchange) => answerRefund(tools, exchange) },
    { method: 'GET', path: '/v1/customers/*/methods', answer: (exchange) => answerMethods(tools, exchange) },
  ]
}
