import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import type { OutgoingReply } from '#platform/outgoing.ts'
import { DisputeState } from '../rules/dispute-state.ts'
import type { DisputePort, DisputeRecord } from './dispute-port.ts'
import { listed } from './sandbox-records.ts'
import { parsed, sendRequest, type SandboxDeps } from './sandbox-http.ts'

const DisputeReply = z.object({
  id: z.string(),
  charge: z.string(),
  state: DisputeState,
  reason: z.string(),
  network_reason: z.string(),
  amount: z.int(),
  currency: z.string(),
  refundable: z.boolean(),
  due_at: z.string(),
  submissions: z.int(),
  movements: z.array(z.object({ id: z.string(), amount: z.int(), fee: z.int(), currency: z.string() })),
  created_at: z.string(),
})

const WarningReply = z.object({
  id: z.string(),
  charge: z.string(),
  fraud_type: z.string(),
  created_at: z.string(),
})

const recordOf = (reply: z.output<typeof DisputeReply>): DisputeRecord => ({
  processorDispute: reply.id,
  processorCharge: reply.charge,
  state: reply.state,
  reason: reply.reason,
  networkReason: reply.network_reason,
  amountCents: reply.amount,
  currency: reply.currency,
  isChargeRefundable: reply.refundable,
  evidenceDueAt: Temporal.Instant.from(reply.due_at),
  submissions: reply.submissions,
  openedAt: Temporal.Instant.from(reply.created_at),
  movements: reply.movements.map(({ id, amount, fee, currency }) => ({
    id,
    cents: amount,
    feeCents: fee,
    currency,
  })),
})

/** SHOP_BUSY for anything but what was asked for. */
const answerIn = <Schema extends z.ZodType>(
  schema: Schema,
  reply: OutgoingReply | null,
): z.output<Schema> => {
  const answer = reply?.status === 200 ? parsed(schema, reply.body) : null
  if (answer === null) throw new ShopError('SHOP_BUSY')
  return answer
}

const disputePath = (id: string): string => `/v1/disputes/${encodeURIComponent(id)}`

const answerTo = async (
  deps: SandboxDeps,
  request: { readonly path: string; readonly key: string; readonly body: string },
): Promise<void> => {
  const reply = await sendRequest(deps, { method: 'POST', ...request })
  if (reply?.status === 409)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'The processor does not take this any more: the dispute is answered or closed.',
      data: { reason: 'dispute-closed' },
    })
  answerIn(DisputeReply, reply)
}

/** The disputes of the port. */
export const sandboxDisputes = (deps: SandboxDeps): DisputePort => ({
  read: async (id) => {
    const reply = await sendRequest(deps, { method: 'GET', path: disputePath(id) })
    return reply?.status === 404 ? null : recordOf(answerIn(DisputeReply, reply))
  },
  list: async function* (period) {
    for await (const reply of listed(deps, '/v1/disputes', DisputeReply, period)) yield recordOf(reply)
  },
  submit: (id, { file, ...texts }) => {
    const body = JSON.stringify({ ...texts, file: Buffer.from(file.bytes).toString('base64') })
    return answerTo(deps, { path: `${disputePath(id)}/evidence`, key: `evidence:${id}`, body })
  },
  accept: (id) => answerTo(deps, { path: `${disputePath(id)}/accept`, key: `accept:${id}`, body: '{}' }),
  readFraudWarning: async (id) => {
    const path = `/v1/fraud-warnings/${encodeURIComponent(id)}`
    const reply = await sendRequest(deps, { method: 'GET', path })
    if (reply?.status === 404) return null
    const warning = answerIn(WarningReply, reply)
    return {
      processorWarning: warning.id,
      processorCharge: warning.charge,
      fraudType: warning.fraud_type,
      warnedAt: Temporal.Instant.from(warning.created_at),
    }
  },
})
