import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Address } from '#shared/address.ts'
import type { Cents } from '#shared/money.ts'
import { declineKinds, firstCheckSeconds } from '../rules/charge-state.ts'
import type { ChargeOutcome, ChargeState, ChargedCard, DeclineKind } from '../rules/charge-state.ts'
import { firstCheckAt } from './due-checks.ts'
import type { ChargeRequest, ProcessorName } from '../../processor/server/processor.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

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
  /** What a bank has taken of it and not decided: no refund until then. */
  readonly disputedCents: Cents
  /** What a bank has taken of it for good. */
  readonly lostCents: Cents
}

/** As it was sent, whatever an address has to be today. */
const StoredAddress = z.object({
  firstName: z.string(),
  lastName: z.string(),
  address: z.string(),
  unit: z.string(),
  city: z.string(),
  region: z.string(),
  zip: z.string(),
  country: z.string(),
  phone: z.string(),
  company: z.string(),
}) satisfies z.ZodType<Address>

const StoredRequest = z.object({
  idempotencyKey: z.string(),
  amountCents: z.int(),
  currency: CurrencyCode,
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('token'), token: z.string(), save: z.boolean() }),
    z.object({ kind: z.literal('saved'), processorMethod: z.string() }),
    z.object({
      kind: z.literal('declined-charge'),
      processorCharge: z.string(),
      processorMethod: z.string(),
    }),
  ]),
  customer: z.object({
    reference: z.string(),
    email: z.string(),
    processorCustomer: z.string().nullable(),
  }),
  offSession: z.boolean(),
  returnUrl: z.string(),
  description: z.string(),
  // Charges from before these two were recorded have neither.
  statementSuffix: z.string().nullable().default(null),
  shipTo: StoredAddress.nullable().default(null),
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
  decline_kind: z.enum(declineKinds).nullable(),
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
    disputedCents: row.disputed_cents,
    lostCents: row.lost_cents,
  }
}

/** Where a typed-in card comes from. */
export interface CardOrigin {
  /** A keyed hash of the network. */
  readonly network: string
  /** The account that typed it in; null for a visitor, whose email may be anybody's. */
  readonly accountId: string | null
}

/** A charge that is about to be requested. */
export interface ChargeDraft {
  readonly id: string
  readonly purpose: ChargePurpose
  readonly purposeId: string
  readonly attempt: number
  readonly accountId: string | null
  readonly processor: ProcessorName
  readonly request: ChargeRequest
  readonly createdAt: Temporal.Instant
  readonly nextCheckAt: Temporal.Instant
  /** The process that requests it; null when it has no number. */
  readonly requestedBy: number | null
  /** Where a typed-in card comes from; null for every other charge. */
  readonly origin: CardOrigin | null
}

/** A new charge as a row of its table. */
export const newColumns = (draft: ChargeDraft) => ({
  id: draft.id,
  idempotency_key: draft.request.idempotencyKey,
  purpose: draft.purpose,
  purpose_id: draft.purposeId,
  attempt: draft.attempt,
  account_id: draft.accountId,
  email: draft.request.customer.email,
  amount_cents: draft.request.amountCents,
  currency: draft.request.currency,
  processor: draft.processor,
  state: 'intended',
  request: JSON.stringify(draft.request),
  created_at: draft.createdAt.toString(),
  next_check_at: draft.nextCheckAt.toString(),
  requested_by: draft.requestedBy,
  origin: draft.origin?.network ?? null,
  entered_by: draft.origin?.accountId ?? null,
})

/** An outcome that ends its charge. */
type FinalOutcome = Extract<ChargeOutcome, { readonly state: 'succeeded' | 'declined' | 'void' }>

const columnsOfFinal = (outcome: FinalOutcome) => {
  switch (outcome.state) {
    case 'succeeded':
      return { processor_charge: outcome.processorCharge, card: JSON.stringify(outcome.card) }
    case 'declined':
      return {
        decline_kind: outcome.kind,
        decline_reason: outcome.reason,
        ...(outcome.processorCharge === null ? {} : { processor_charge: outcome.processorCharge }),
      }
    case 'void':
      return {}
    default:
      return outcome satisfies never
  }
}

/** The columns that an outcome changes in the row of an open charge. */
export const changedColumns = (outcome: ChargeOutcome, now: Temporal.Instant) => {
  switch (outcome.state) {
    case 'succeeded':
    case 'declined':
    case 'void':
      return {
        state: outcome.state,
        next_check_at: null,
        settled_at: now.toString(),
        ...columnsOfFinal(outcome),
      }
    case 'challenge':
      return {
        state: outcome.state,
        processor_charge: outcome.processorCharge,
        challenge_url: outcome.url,
        requested_by: null,
        next_check_at: firstCheckAt(now, firstCheckSeconds.challenge),
      }
    case 'other-sum':
      return {
        state: 'unknown',
        processor_charge: outcome.processorCharge,
        captured_cents: outcome.capturedCents,
        captured_currency: outcome.capturedCurrency,
        requested_by: null,
        next_check_at: firstCheckAt(now, firstCheckSeconds.unknown),
      }
    case 'unknown':
      return {
        // A lost answer does not discard a challenge that is known to wait.
        state: sql<string>`case when state = 'challenge' then state else 'unknown' end`,
        requested_by: null,
        next_check_at: firstCheckAt(now, firstCheckSeconds.unknown),
      }
    default:
      return outcome satisfies never
  }
}
