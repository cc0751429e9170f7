import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import type { RefundOutcome } from '../../refund/rules/refund.ts'
import type { ChargeRecord, RefundRecord, Period, RefundRequest } from './processor.ts'
import { sendRequest, parsed, refusalOf, type SandboxDeps } from './sandbox-http.ts'

const RefundReply = z.object({
  id: z.string(),
  idempotency_key: z.string(),
  charge: z.string(),
  amount: z.int(),
  state: z.enum(['succeeded', 'failed']),
})

const ChargeReply = z.object({
  id: z.string(),
  idempotency_key: z.string(),
  state: z.enum(['succeeded', 'declined', 'challenge', 'closed']),
  amount: z.int(),
  currency: z.string(),
})

/** Answers that are certain to have given nothing back; only after a dispute that is won the same key may be taken. */
const finalRefusals = [
  'charge_unknown',
  'charge_not_succeeded',
  'charge_disputed',
  'refund_too_large',
  'refund_refused',
]

/** The refund of the port; the sandbox never forgets a key, so that asking again is asking after it. */
export const requestRefund = async (deps: SandboxDeps, request: RefundRequest): Promise<RefundOutcome> => {
  const body = JSON.stringify({ charge: request.processorCharge, amount: request.amountCents })
  const reply = await sendRequest(deps, {
    method: 'POST',
    path: '/v1/refunds',
    key: request.idempotencyKey,
    body,
  })
  if (!reply) return { state: 'unknown' }
  const refund = reply.status === 200 ? parsed(RefundReply, reply.body) : null
  if (refund?.state === 'failed') return { state: 'refused', reason: 'failed', processorRefund: refund.id }
  // Not what was asked for: it stays open, and `reconcile` names it.
  if (refund && refund.amount !== request.amountCents) return { state: 'unknown' }
  if (refund) return { state: 'refunded', processorRefund: refund.id }
  const reason = refusalOf(reply)
  if (finalRefusals.includes(reason)) return { state: 'refused', reason, processorRefund: null }
  deps.log.error({ status: reply.status, code: reason }, 'the sandbox processor did not carry a refund out')
  return { state: 'unknown' }
}

/** A list of the sandbox, page by page. Throws when it does not answer. */
export async function* listed<Row extends { readonly id: string }>(
  deps: SandboxDeps,
  path: string,
  schema: z.ZodType<Row>,
  { from, to }: Period,
): AsyncGenerator<Row> {
  const Page = z.object({ data: z.array(schema), has_more: z.boolean() })
  let after = ''
  for (;;) {
    const query = new URLSearchParams({ from: from.toString(), to: to.toString(), after })
    const reply = await sendRequest(deps, {
      method: 'GET',
      path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
    })
    const page = reply?.status === 200 ? parsed(Page, reply.body) : null
    if (page === null) throw new Error('The sandbox processor did not return its records.')
    yield* page.data
    const last = page.data.at(-1)
    if (!page.has_more || last === undefined) return
    after = last.id
  }
}

const recordStates = {
  succeeded: 'succeeded',
  declined: 'failed',
  closed: 'failed',
  challenge: 'open',
} as const

/** Every charge that the sandbox made in the period. */
export async function* listCharges(deps: SandboxDeps, period: Period): AsyncGenerator<ChargeRecord> {
  for await (const row of listed(deps, '/v1/charges', ChargeReply, period))
    yield {
      processorCharge: row.id,
      idempotencyKey: row.idempotency_key,
      state: recordStates[row.state],
      amountCents: row.amount,
      currency: row.currency,
    }
}

const refundRecord = (row: z.output<typeof RefundReply>): RefundRecord => ({
  processorRefund: row.id,
  processorCharge: row.charge,
  idempotencyKey: row.idempotency_key,
  state: row.state === 'failed' ? 'refused' : 'refunded',
  amountCents: row.amount,
  currency: null,
})

/** All refunds of a charge. Throws SHOP_BUSY when it does not answer. */
export const refundsOf = async (deps: SandboxDeps, charge: string): Promise<RefundRecord[]> => {
  const path = `/v1/refunds?${new URLSearchParams({ charge })}`
  const reply = await sendRequest(deps, { method: 'GET', path })
  const page = reply?.status === 200 ? parsed(z.object({ data: z.array(RefundReply) }), reply.body) : null
  if (page === null) throw new ShopError('SHOP_BUSY')
  return page.data.map(refundRecord)
}

/** Every refund that it gave. */
export async function* listRefunds(deps: SandboxDeps, period: Period): AsyncGenerator<RefundRecord> {
  for await (const row of listed(deps, '/v1/refunds', RefundReply, period)) yield refundRecord(row)
}
