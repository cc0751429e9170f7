import { keyOf } from '../sandbox-base/bearer.ts'
import type { Charge } from './charge-records.ts'
import type { Refund } from './key-records.ts'
import { disputeRoutes, type DisputeApiDeps } from './dispute-api.ts'
import {
  chargeAlreadyMade,
  closeKey,
  failRefund,
  digestOf,
  makeCharge,
  mannerOf,
  refundCharge,
  refundMannerOf,
} from './charges.ts'
import type { ChargeRequest } from './charges.ts'
import { answerCopies } from './copies.ts'
import { clientGone, readJson, sendJson, type Exchange, type Route } from '../sandbox-base/exchange.ts'
import { sleep } from '../sandbox-base/machine.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import {
  amountField,
  flagField,
  neededText,
  objectField,
  textField,
  type Fields,
} from '../sandbox-base/request-fields.ts'
import { afterIn, pageLimit, sendPage, shopRoutes } from '../sandbox-base/shop-routes.ts'
import { isReturnUrl } from './return-url.ts'
import { moveWith, periodOf } from './shop-time.ts'

export interface ApiDeps extends DisputeApiDeps {
  /** Where browsers reach the processor. */
  readonly publicUrl: () => string
}

const chargeReply = (deps: ApiDeps, charge: Charge) => ({
  id: charge.id,
  idempotency_key: charge.idempotencyKey,
  state: charge.state,
  amount: charge.amount,
  currency: charge.currency,
  refunded: charge.refunded,
  decline: charge.decline,
  challenge_url:
    charge.state === 'challenge' && charge.challenge !== null
      ? `${deps.publicUrl()}/challenge/${charge.challenge}`
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

type Kind = 'charge' | 'setup'

const readChargeRequest = (deps: ApiDeps, kind: Kind, body: Fields): ChargeRequest => {
  const customer = objectField(body, 'customer')
  const metadata = JSON.stringify(objectField(body, 'metadata'))
  const returnUrl = neededText(body, 'return_url', 2_000)
  if (!isReturnUrl(deps.settings, returnUrl))
    throw new Refusal(400, 'return_url_invalid', 'return_url must be an address of the shop.')
  if (metadata.length > 4_000) throw new Refusal(400, 'parameter_invalid', 'metadata is too large.')
  return {
    amount: kind === 'setup' ? 0 : amountField(body, 'amount'),
    currency: kind === 'setup' ? '' : neededText(body, 'currency', 3),
    source: neededText(body, 'source', 255),
    customer: {
      id: textField(customer, 'id', 255),
      reference: neededText(customer, 'reference', 255),
      email: textField(customer, 'email', 254),
    },
    save: kind === 'setup' || flagField(body, 'save'),
    offSession: flagField(body, 'off_session'),
    returnUrl,
    description: textField(body, 'description'),
    metadata,
  }
}

/** Charges on their way, so that a repeat that comes too early waits for the first one. */
type InFlight = Map<string, { readonly digest: string; readonly done: Promise<Charge> }>

const chargeSlowly = async (deps: ApiDeps, key: string, request: ChargeRequest): Promise<Charge> => {
  await sleep(deps.machine, deps.settings.slowMs, new AbortController().signal)
  return makeCharge(deps, key, request)
}

const chargeOnce = (
  deps: ApiDeps,
  inFlight: InFlight,
  key: string,
  request: ChargeRequest,
): Promise<Charge> => {
  const first = inFlight.get(key)
  if (first && first.digest !== digestOf(request))
    throw new Refusal(422, 'key_reused', 'This idempotency key was used for a different request.')
  if (first) return first.done
  const done = chargeSlowly(deps, key, request).finally(() => inFlight.delete(key))
  inFlight.set(key, { digest: digestOf(request), done })
  return done
}

const neverAnswer = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  await sleep(deps.machine, deps.settings.hangMs, clientGone(exchange))
  exchange.request.socket.destroy()
}

const answerCharge = async (
  deps: ApiDeps,
  inFlight: InFlight,
  kind: Kind,
  exchange: Exchange,
): Promise<void> => {
  const key = keyOf(exchange)
  const request = readChargeRequest(deps, kind, await readJson(exchange))
  await moveWith(deps, exchange)
  const made = chargeAlreadyMade(deps, key, request)
  if (made) return sendJson(exchange, 200, chargeReply(deps, made))
  const manner = mannerOf(deps, key, request)
  if (manner === 'lost') return neverAnswer(deps, exchange)
  const charge =
    manner === 'slow' ? await chargeOnce(deps, inFlight, key, request) : await makeCharge(deps, key, request)
  void deps.deliveries.kick()
  if (manner === 'silent') return neverAnswer(deps, exchange)
  if (manner === 'reset') {
    exchange.request.socket.resetAndDestroy()
    return
  }
  sendJson(exchange, 200, chargeReply(deps, charge))
}

const answerList = (deps: ApiDeps, exchange: Exchange): void => {
  const charges = deps.records.within(periodOf(exchange), afterIn(exchange), pageLimit)
  sendPage(exchange, charges, (charge) => chargeReply(deps, charge))
}

const refundReply = (refund: Refund) => ({
  id: refund.id,
  idempotency_key: refund.idempotencyKey,
  charge: refund.chargeId,
  amount: refund.amount,
  state: refund.isFailed ? 'failed' : 'succeeded',
  created_at: new Date(refund.createdAt).toISOString(),
})

const answerRefundList = (deps: ApiDeps, exchange: Exchange): void => {
  const charge = exchange.url.searchParams.get('charge')
  if (charge !== null)
    return sendJson(exchange, 200, {
      data: deps.refunds.ofCharge(charge).map(refundReply),
      has_more: false,
    })
  sendPage(exchange, deps.refunds.within(periodOf(exchange), afterIn(exchange), pageLimit), refundReply)
}

const answerByKey = (deps: ApiDeps, exchange: Exchange): void => {
  const key = exchange.parts[0] ?? ''
  const charge = deps.records.byKey(key)
  if (charge) return sendJson(exchange, 200, chargeReply(deps, charge))
  if (deps.closedKeys.has(key)) return sendJson(exchange, 200, { state: 'closed', idempotency_key: key })
  throw new Refusal(404, 'charge_unknown', 'No charge was made with this key.')
}

const answerById = (deps: ApiDeps, exchange: Exchange): void => {
  const charge = deps.records.byId(exchange.parts[0] ?? '')
  if (charge === null) throw new Refusal(404, 'charge_unknown', 'There is no charge with this id.')
  sendJson(exchange, 200, chargeReply(deps, charge))
}

const answerClose = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  const key = exchange.parts[0] ?? ''
  const charge = await closeKey(deps, key)
  void deps.deliveries.kick()
  sendJson(exchange, 200, charge ? chargeReply(deps, charge) : { state: 'closed', idempotency_key: key })
}

/** Refunds that were lost once; a power cut forgets them, and they are lost again. */
type Lost = Set<string>

const answerRefund = async (deps: ApiDeps, lost: Lost, exchange: Exchange): Promise<void> => {
  const body = await readJson(exchange)
  const key = keyOf(exchange)
  const charge = neededText(body, 'charge')
  const manner = deps.refunds.byKey(key) === null ? refundMannerOf(deps, charge) : 'prompt'
  if (manner === 'lost' && !lost.has(key)) {
    lost.add(key)
    return neverAnswer(deps, exchange)
  }
  const refund = await refundCharge(deps, key, charge, amountField(body, 'amount'))
  void deps.deliveries.kick()
  if (manner === 'silent') return neverAnswer(deps, exchange)
  sendJson(exchange, 200, refundReply(refund))
}

const answerFailRefund = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  const refund = await failRefund(deps, exchange.parts[0] ?? '')
  void deps.deliveries.kick()
  sendJson(exchange, 200, refundReply(refund))
}

const answerMethods = (deps: ApiDeps, exchange: Exchange): void => {
  const methods = deps.wallet.methodsOf(exchange.parts[0] ?? '')
  sendJson(exchange, 200, {
    data: methods.map(({ id, card }) => ({ id, brand: card.brand, last4: card.last4 })),
  })
}

const answerDeleteCustomer = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  const id = exchange.parts[0] ?? ''
  keyOf(exchange)
  if (!deps.wallet.hasCustomer(id))
    throw new Refusal(404, 'customer_unknown', 'There is no customer with this id.')
  await deps.write(() => deps.wallet.deleteCustomer(id))
  sendJson(exchange, 200, { id, deleted: true })
}

/** The REST side of the processor, for the shop's server alone. */
export const apiRoutes = (deps: ApiDeps): Route[] => {
  const inFlight: InFlight = new Map()
  const lost: Lost = new Set()
  return [
    ...shopRoutes(deps, [
      ['POST', '/v1/charges', (_tools, exchange) => answerCharge(deps, inFlight, 'charge', exchange)],
      ['POST', '/v1/setups', (_tools, exchange) => answerCharge(deps, inFlight, 'setup', exchange)],
      ['GET', '/v1/charges', answerList],
      ['POST', '/v1/charges/*/copies', answerCopies],
      ['GET', '/v1/charges/by-key/*', answerByKey],
      ['POST', '/v1/charges/by-key/*/close', answerClose],
      ['POST', '/v1/refunds', (_tools, exchange) => answerRefund(deps, lost, exchange)],
      ['GET', '/v1/refunds', answerRefundList],
      ['POST', '/v1/refunds/by-key/*/fail', answerFailRefund],
      ['GET', '/v1/charges/*', answerById],
      ['GET', '/v1/customers/*/methods', answerMethods],
      ['POST', '/v1/customers/*/delete', answerDeleteCustomer],
    ]),
    ...disputeRoutes(deps),
  ]
}
