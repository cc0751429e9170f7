import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { OutgoingReply } from '#platform/outgoing.ts'
import type { ChargeOutcome } from '../rules/charge-state.ts'
import type { ChargeRequest, KnownCharge, Processor, WebhookEvent, WebhookHeaders } from './processor.ts'
import { bookedCharges, bookedRefunds, giveBack } from './sandbox-books.ts'
import { ask, parsed, refusalOf, type SandboxTools } from './sandbox-http.ts'

const ChargeReply = z.object({
  id: z.string(),
  state: z.enum(['succeeded', 'declined', 'challenge', 'closed']),
  decline: z.object({ kind: z.enum(['soft', 'hard', 'expired']), reason: z.string() }).nullable(),
  challenge_url: z.string().nullable(),
  customer: z.string().nullable(),
  method: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() }),
})

const AnyReply = z.union([ChargeReply, z.object({ state: z.literal('closed') })])

const EventBody = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ charge: z.string(), idempotency_key: z.string(), refund_key: z.string().optional() }),
})

const unknown: ChargeOutcome = { state: 'unknown' }

const outcomeOf = (reply: z.output<typeof ChargeReply>): ChargeOutcome => {
  const { id, state, decline, challenge_url, customer, method, card } = reply
  switch (state) {
    case 'succeeded':
      return {
        state: 'succeeded',
        processorCharge: id,
        card: {
          processorCustomer: customer,
          processorMethod: method,
          brand: card.brand,
          last4: card.last4,
          expMonth: card.exp_month,
          expYear: card.exp_year,
        },
      }
    case 'declined':
      return {
        state: 'declined',
        kind: decline?.kind ?? 'soft',
        reason: decline?.reason ?? 'declined',
        processorCharge: id,
      }
    case 'challenge':
      return challenge_url === null
        ? unknown
        : { state: 'challenge', processorCharge: id, url: challenge_url }
    case 'closed':
      return { state: 'void' }
    default:
      return state satisfies never
  }
}

/** What a refused request means: only answers that are certain to have charged nothing end the charge. */
const outcomeOfRefusal = (code: string): ChargeOutcome => {
  if (code === 'key_closed') return { state: 'void' }
  if (code === 'source_unknown' || code === 'source_used')
    return { state: 'declined', kind: 'soft', reason: 'card_token_invalid', processorCharge: null }
  return unknown
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

const readCharge = (tools: SandboxTools, reply: OutgoingReply | null): ChargeOutcome => {
  if (!reply) return unknown
  if (reply.status === 200) {
    const charge = parsed(AnyReply, reply.body)
    if (charge) return 'id' in charge ? outcomeOf(charge) : { state: 'void' }
    return unknown
  }
  const code = refusalOf(reply)
  const outcome = outcomeOfRefusal(code)
  if (outcome.state === 'unknown' && code !== 'charge_unknown')
    tools.log.error({ status: reply.status, code }, 'the sandbox processor refused a request')
  return outcome
}

const byKey = ({ request }: KnownCharge): string =>
  `/v1/charges/by-key/${encodeURIComponent(request.idempotencyKey)}`

const toleranceSeconds = 300

const isSigned = (tools: SandboxTools, signature: string, rawBody: string): boolean => {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature)
  if (!parts) return false
  const [, seconds = '', given = ''] = parts
  const age = tools.machineClock.now().epochMilliseconds / 1_000 - Number(seconds)
  const right = createHmac('sha256', tools.settings.webhookSecret).update(`${seconds}.${rawBody}`).digest()
  return timingSafeEqual(right, Buffer.from(given, 'hex')) && Math.abs(age) <= toleranceSeconds
}

const readWebhook = (tools: SandboxTools, headers: WebhookHeaders, rawBody: string): WebhookEvent | null => {
  const signature = headers['sandbox-signature']
  if (typeof signature !== 'string' || !isSigned(tools, signature, rawBody)) return null
  const event = parsed(EventBody, rawBody)
  if (!event) return null
  const { charge, idempotency_key, refund_key: refundKey = null } = event.data
  return {
    id: event.id,
    type: event.type,
    idempotencyKey: idempotency_key,
    processorCharge: charge,
    refundKey,
  }
}

/** The port over the sandbox processor's REST calls. */
export const createSandboxAdapter = (tools: SandboxTools): Processor => {
  const { settings } = tools
  const origin = new URL(settings.publicUrl).origin
  const field = new URLSearchParams({ key: settings.publicKey, origin: new URL(settings.shopUrl).origin })
  return {
    name: 'sandbox',
    charge: async (request) =>
      readCharge(
        tools,
        await ask(tools, {
          method: 'POST',
          path: request.amountCents === 0 ? '/v1/setups' : '/v1/charges',
          key: request.idempotencyKey,
          body: chargeBody(request),
        }),
      ),
    look: async (known) => readCharge(tools, await ask(tools, { method: 'GET', path: byKey(known) })),
    settle: async (known) =>
      readCharge(tools, await ask(tools, { method: 'POST', path: `${byKey(known)}/close` })),
    refund: (request) => giveBack(tools, request),
    bookedCharges: (period) => bookedCharges(tools, period),
    bookedRefunds: (period) => bookedRefunds(tools, period),
    readWebhook: (headers, rawBody) => readWebhook(tools, headers, rawBody),
    cardEntry: { processor: 'sandbox', fieldUrl: `${settings.publicUrl}/field?${field}` },
    cardPageUrl: (returnUrl) =>
      `${settings.publicUrl}/card?${new URLSearchParams({ return_url: returnUrl })}`,
    cardOrigins: { scripts: [], frames: [origin], connections: [], forms: [origin] },
  }
}
