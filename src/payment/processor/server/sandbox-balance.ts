import { z } from 'zod'
import type { BalancePort, BalanceRecord } from './balance-port.ts'
import type { SandboxDeps } from './sandbox-http.ts'
import { listed } from './sandbox-records.ts'

const EntryReply = z.object({
  id: z.string(),
  kind: z.enum(['charge', 'refund', 'refund_failure', 'dispute', 'payout']),
  charge: z.string().nullable(),
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  created_at: z.string(),
})

const PayoutReply = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  state: z.enum(['pending', 'paid', 'failed']),
  created_at: z.string(),
})

const recordOf = (reply: z.output<typeof EntryReply>): BalanceRecord => ({
  entry: reply.id,
  kind: reply.kind === 'refund_failure' ? 'refund-failure' : reply.kind,
  amountCents: reply.amount,
  feeCents: reply.fee,
  currency: reply.currency,
  processorCharge: reply.charge,
  at: Temporal.Instant.from(reply.created_at),
})

const allTime = {
  from: Temporal.Instant.from('1970-01-01T00:00Z'),
  to: Temporal.Instant.from('9999-12-31T00:00Z'),
}

/** The balance of the port. */
export const sandboxBalance = (deps: SandboxDeps): BalancePort => ({
  entries: async function* (period) {
    for await (const reply of listed(deps, '/v1/balance', EntryReply, period)) yield recordOf(reply)
  },
  payouts: async function* (period) {
    for await (const reply of listed(deps, '/v1/payouts', PayoutReply, period))
      yield {
        processorPayout: reply.id,
        amountCents: reply.amount,
        currency: reply.currency,
        state: reply.state,
        at: Temporal.Instant.from(reply.created_at),
      }
  },
  partsOf: async function* (payout) {
    const path = `/v1/balance?${new URLSearchParams({ payout })}`
    for await (const reply of listed(deps, path, EntryReply, allTime))
      if (reply.kind !== 'payout') yield recordOf(reply)
  },
})
