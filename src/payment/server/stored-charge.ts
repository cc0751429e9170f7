import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { ChargeState, ChargedCard, DeclineKind } from '../rules/charge-state.ts'
import type { ChargeRequest, ProcessorName } from './processor.ts'

/** `card`: nothing is charged, the card is saved. */
export type ChargePurpose = 'purchase' | 'renewal' | 'card'

/** One attempt to take money from a card for a checkout or a billing cycle. */
export interface Charge {
  readonly id: string
  readonly purpose: ChargePurpose
  /** The checkout or the billing cycle it pays for, or the request to save a card. */
  readonly purposeId: string
  readonly attempt: number
  readonly accountId: string | null
  readonly processor: ProcessorName
  readonly state: ChargeState
  readonly request: ChargeRequest
  readonly processorCharge: string | null
  readonly challengeUrl: string | null
  readonly decline: { readonly kind: DeclineKind; readonly reason: string } | null
  /** The card that paid, once the charge has succeeded. */
  readonly card: ChargedCard | null
  readonly createdAt: Temporal.Instant
  /** How often the poller has checked it. */
  readonly checks: number
}

const StoredRequest = z.object({
  idempotencyKey: z.string(),
  amountCents: z.int(),
  currency: z.literal('USD'),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('token'), token: z.string(), save: z.boolean() }),
    z.object({ kind: z.literal('saved'), processorMethod: z.string() }),
  ]),
  customer: z.object({
    reference: z.string(),
    email: z.string(),
    processorCustomer: z.string().nullable(),
  }),
  offSession: z.boolean(),
  returnUrl: z.string(),
  description: z.string(),
  metadata: z.record(z.string(), z.string()),
})

const StoredCard = z.object({
  processorCustomer: z.string().nullable(),
  processorMethod: z.string().nullable(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
})

const StoredEnums = z.object({
  purpose: z.enum(['purchase', 'renewal', 'card']),
  processor: z.enum(['sandbox', 'stripe']),
  state: z.enum(['intended', 'unknown', 'challenge', 'succeeded', 'declined', 'void']),
  decline_kind: z.enum(['soft', 'hard', 'expired']).nullable(),
})

/** A row of the table as a charge. */
export const chargeFrom = (row: Selectable<Database['charge']>): Charge => {
  const enums = StoredEnums.parse(row)
  return {
    id: row.id,
    purpose: enums.purpose,
    purposeId: row.purpose_id,
    attempt: row.attempt,
    accountId: row.account_id,
    processor: enums.processor,
    state: enums.state,
    request: StoredRequest.parse(row.request),
    processorCharge: row.processor_charge,
    challengeUrl: row.challenge_url,
    decline: enums.decline_kind && { kind: enums.decline_kind, reason: row.decline_reason ?? '' },
    card: row.card === null ? null : StoredCard.parse(row.card),
    createdAt: Temporal.Instant.from(row.created_at),
    checks: row.checks,
  }
}
