import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Currency } from '#shared/money.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import type { RefundState } from '../rules/refund.ts'
import type { ProcessorName } from '../../processor/server/processor.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

/** `dashboard`: given at the processor's own site, and found there. */
const reasons = [
  'order-canceled',
  'withdrawal',
  'return',
  'problem',
  'operator',
  'goodwill',
  'dashboard',
] as const

export type RefundReason = (typeof reasons)[number]

/** A refund to the card of a charge, as credit, or both; full or partial. */
export interface Refund {
  readonly id: string
  /** The source of the request: the same key again is the same refund. */
  readonly requestKey: string
  /** Null for an order without a processor. */
  readonly chargeId: string | null
  readonly orderId: string
  readonly accountId: string | null
  /** Nothing for the card needs no processor. */
  readonly split: PaymentSplit
  readonly currency: Currency
  readonly reason: RefundReason
  /** The reason in words, as its buyer reads it; null for none. */
  readonly note: string | null
  readonly processor: ProcessorName | null
  readonly processorCharge: string | null
  readonly state: RefundState
  readonly processorRefund: string | null
  /** Why it was refused, in the word of the processor or of the shop; null while it was not. */
  readonly refusal: string | null
  /** The refund that replaced this one, which was refused. */
  readonly replacedBy: string | null
  readonly requestedAt: Temporal.Instant
  /** The bank sent it back after it was done; it counts as refused. */
  readonly isReversed: boolean
}

const StoredEnums = z.object({
  currency: CurrencyCode,
  reason: z.enum(reasons),
  processor: z.enum(['sandbox', 'stripe']).nullable(),
  state: z.enum(['waiting', 'intended', 'unknown', 'pending', 'refunded', 'refused']),
})

/** A row of the table. */
export const refundFrom = (row: Selectable<Database['refund']>): Refund => ({
  ...StoredEnums.parse(row),
  id: row.id,
  requestKey: row.request_key,
  chargeId: row.charge_id,
  orderId: row.order_id,
  accountId: row.account_id,
  split: { cardCents: row.amount_cents, creditCents: row.credit_cents },
  note: row.note,
  processorCharge: row.processor_charge,
  processorRefund: row.processor_refund,
  refusal: row.refusal,
  replacedBy: row.replaced_by,
  requestedAt: Temporal.Instant.from(row.requested_at),
  isReversed: row.reversed_at !== null,
})

/** Why a refund ends that its buyer has from their bank; no operator has to decide about it. */
export const disputeLost = 'dispute-lost'

/** Whether a person has to decide what comes of a refund: it was refused, and nothing took its place. */
export const needsDecision = ({
  state,
  refusal,
  replacedBy,
}: Pick<Refund, 'state' | 'refusal' | 'replacedBy'>): boolean =>
  state === 'refused' && refusal !== disputeLost && replacedBy === null

/** What the processor identifies a refund by. */
export const refundKeyOf = ({ id }: Pick<Refund, 'id'>): string => `refund:${id}`

/** Whether the shop made this key. */
export const isRefundKey = (key: string): boolean => refundIdIn(key) !== null

/** The id in a processor's key; null for anything else. */
export const refundIdIn = (key: string): string | null => /^refund:([0-9a-f-]{36})$/.exec(key)?.[1] ?? null
