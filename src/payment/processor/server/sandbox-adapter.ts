import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { OutgoingReply } from '#platform/outgoing.ts'
import { declineKinds } from '../../charge/rules/charge-state.ts'
import { outcomeOfCaptured } from '../../charge/rules/charge-state.ts'
import type { ChargeOutcome } from '../../charge/rules/charge-state.ts'
import type { ChargeRequest, KnownCharge, Processor, WebhookEvent, WebhookHeaders } from './processor.ts'
import { inLanguageOf } from '../rules/sandbox-language.ts'
import { listCharges, listRefunds, refundsOf, requestRefund } from './sandbox-records.ts'
import { sandboxBalance } from './sandbox-balance.ts'
import { sandboxCustomers } from './sandbox-customers.ts'
import { sandboxDisputes } from './sandbox-disputes.ts'
import { sendRequest, parsed, refusalOf, sandboxTime } from './sandbox-http.ts'
import type { SandboxDeps } from './sandbox-http.ts'

const ChargeReply = z.object({
  id: z.string(),
  state: z.enum(['succeeded', 'declined', 'challenge', 'closed']),
  decline: z.object({ kind: z.enum(declineKinds), reason: z.string() }).nullable(),
  challenge_url: z.string().nullable(),
  customer: z.string().nullable(),
  method: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() }),
})

const AnyReply = z.union([ChargeReply, z.object({ state: z.literal('closed') })])

const EventBody = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    charge: z.string(),
    idempotency_key: z.string(),
    refund_key: z.string().optional(),
    dispute: z.string().optional(),
    warning: z.string().optional(),
  }),
})

const unknownOutcome: ChargeOutcome = { state: 'unknown' }

/** A charge that saves a card has no sum, and no currency that says anything. */
const capturedOf = ({ amount, currency }: z.output<typeof ChargeReply>, request: ChargeRequest) => ({
  cents: amount,
  currency: amount === 0 ? request.currency : currency,
})

const outcomeOf = (reply: z.output<typeof ChargeReply>, request: ChargeRequest): ChargeOutcome => {
  const { id, state, decline, challenge_url, customer, method, card } = reply
  switch (state) {
    case 'succeeded':
      return outcomeOfCaptured(request, capturedOf(reply, request), {
        processorCharge: id,
        card: {
          processorCustomer: customer,
          processorMethod: method,
          brand: card.brand,
          last4: card.last4,
          expMonth: card.exp_month,
          expYear: card.exp_year,
        },
      })
    case 'declined':
      return {
        state: 'declined',
        kind: decline?.kind ?? 'soft',
        reason: decline?.reason ?? 'declined',
        processorCharge: id,
      }
    case 'challenge':
      return challenge_url === null
        ? unknownOutcome
        : {
            state: 'challenge',
            processorCharge: id,
            url: inLanguageOf(challenge_url, request.returnUrl),
          }
    case 'closed':
      return { state: 'void' }
    default:
      return state satisfies never
  }
}

/** What a refused request means: only answers that certainly charged nothing end the charge. */
const outcomeOfRefusal = (code: string): ChargeOutcome => {
  if (code === 'key_closed') return { state: 'void' }
  if (code === 'source_unknown' || code === 'source_used')
    return { state: 'declined', kind: 'soft', reason: 'card_token_invalid', processorCharge: null }
  if (code === 'sum_differs')
    return { state: 'declined', kind: 'soft', reason: 'wallet_sum_differs', processorCharge: null }
  return unknownOutcome
}

// Sorted, because a stored request comes back from the database with its keys in another order.
const sorted = (metadata: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)))

const chargeBody = (request: ChargeRequest): string =>
  JSON.stringify({
    ...(request.amountCents === 0 ? {} : { amount: request.amountCents, currency: request.currency }),
    source: request.source.kind === 'token' ? request.source.token : request.source.processorMethod,
    customer: {
      id: request.customer.processorCustomer ?? '',
      reference: request.customer.reference,
      email: request.customer.email,
    },
    save: request.source.kind === 'token' && request.source.save,
    off_session: request.offSession,
    return_url: request.returnUrl,
    description: request.description,
    metadata: sorted(request.metadata),
  })

const readCharge = (
  deps: SandboxDeps,
  request: ChargeRequest,
  reply: OutgoingReply | null,
): ChargeOutcome => {
  if (!reply) return unknownOutcome
  if (reply.status === 200) {
    const charge = parsed(AnyReply, reply.body)
    if (charge) return 'id' in charge ? outcomeOf(charge, request) : { state: 'void' }
    return unknownOutcome
  }
  const code = refusalOf(reply)
  const outcome = outcomeOfRefusal(code)
  if (outcome.state === 'unknown' && code !== 'charge_unknown')
    deps.log.error({ status: reply.status, code }, 'the sandbox processor refused a request')
  return outcome
}

const byKey = ({ request }: KnownCharge): string =>
  `/v1/charges/by-key/${encodeURIComponent(request.idempotencyKey)}`

const toleranceSeconds = 300

const isSigned = (deps: SandboxDeps, signature: string, rawBody: string): boolean => {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature)
  if (!parts) return false
  const [, seconds = '', signatureHex = ''] = parts
  const age = deps.machineClock.now().epochMilliseconds / 1_000 - Number(seconds)
  const expected = createHmac('sha256', deps.settings.webhookSecret).update(`${seconds}.${rawBody}`).digest()
  return timingSafeEqual(expected, Buffer.from(signatureHex, 'hex')) && Math.abs(age) <= toleranceSeconds
}

const readWebhook = (deps: SandboxDeps, headers: WebhookHeaders, rawBody: string): WebhookEvent | null => {
  const signature = headers['sandbox-signature']
  if (typeof signature !== 'string' || !isSigned(deps, signature, rawBody)) return null
  const event = parsed(EventBody, rawBody)
  if (!event) return null
  const { charge, idempotency_key, refund_key: refundKey = null, dispute = null, warning = null } = event.data
  return {
    id: event.id,
    type: event.type,
    idempotencyKey: dispute === null && warning === null ? idempotency_key : null,
    processorCharge: dispute === null && warning === null ? charge : null,
    refundKey,
    refundedCharge: refundKey === null ? null : charge,
    processorMethod: null,
    isPayout: false,
    processorDispute: dispute,
    processorWarning: warning,
  }
}

const requestCharge = (deps: SandboxDeps, request: ChargeRequest) =>
  sendRequest(deps, {
    method: 'POST',
    path: request.amountCents === 0 ? '/v1/setups' : '/v1/charges',
    key: request.idempotencyKey,
    body: chargeBody(request),
  })

/** The port with the sandbox processor's REST API. */
export const createSandboxAdapter = (deps: SandboxDeps): Processor => {
  const { settings } = deps
  const origin = new URL(settings.publicUrl).origin
  const field = new URLSearchParams({ key: settings.publicKey, origin: new URL(settings.shopUrl).origin })
  return {
    name: 'sandbox',
    charge: async (request) => readCharge(deps, request, await requestCharge(deps, request)),
    check: async (known) =>
      readCharge(deps, known.request, await sendRequest(deps, { method: 'GET', path: byKey(known) })),
    settle: async (known) =>
      readCharge(
        deps,
        known.request,
        await sendRequest(deps, { method: 'POST', path: `${byKey(known)}/close` }),
      ),
    pageChallenge: async () => null,
    // The networks never renew a test card.
    readCard: async () => null,
    refund: (request) => requestRefund(deps, request),
    listCharges: (period) => listCharges(deps, period),
    listRefunds: (period) => listRefunds(deps, period),
    refundsOf: (processorCharge) => refundsOf(deps, processorCharge),
    ...sandboxCustomers(deps),
    balance: sandboxBalance(deps),
    disputes: sandboxDisputes(deps),
    time: sandboxTime(deps),
    readWebhook: (headers, rawBody) => readWebhook(deps, headers, rawBody),
    cardEntry: { processor: 'sandbox', fieldUrl: `${settings.publicUrl}/field?${field}` },
    walletEntry: { processor: 'sandbox', sheetUrl: `${settings.publicUrl}/wallet?${field}` },
    cardPageUrl: (returnUrl) =>
      inLanguageOf(`${settings.publicUrl}/card?${new URLSearchParams({ return_url: returnUrl })}`, returnUrl),
    cardOrigins: { scripts: [], frames: [origin], connections: [], forms: [origin] },
  }
}
