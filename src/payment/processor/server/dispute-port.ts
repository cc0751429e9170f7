import type { Cents } from '#shared/money.ts'
import type { DisputeState } from '../rules/dispute-state.ts'
import type { Period } from './processor.ts'

/** Money that the processor moved because of a dispute; negative cents were taken from the shop. */
export interface MovementRecord {
  readonly id: string
  readonly cents: Cents
  readonly feeCents: Cents
  /** ISO 4217 code in capitals, that of the processor's account. */
  readonly currency: string
}

/** A dispute as the processor has it now. */
export interface DisputeRecord {
  readonly processorDispute: string
  readonly processorCharge: string | null
  readonly state: DisputeState
  /** Why, in the processor's words: `fraudulent`, `product_not_received` … */
  readonly reason: string
  /** The network's own code, as `10.4`. */
  readonly networkReason: string | null
  readonly amountCents: Cents
  readonly currency: string
  /** Whether the charge can be refunded in spite of it. */
  readonly isChargeRefundable: boolean
  readonly evidenceDueAt: Temporal.Instant | null
  /** How often evidence was sent to the bank. */
  readonly submissions: number
  readonly openedAt: Temporal.Instant
  readonly movements: readonly MovementRecord[]
}

/** A bank's suspicion before any dispute. */
export interface FraudWarningRecord {
  readonly processorWarning: string
  readonly processorCharge: string | null
  /** In the processor's words: `made_with_stolen_card` … */
  readonly fraudType: string
  readonly warnedAt: Temporal.Instant
}

/** What the shop says about a dispute; an empty text is nothing that it could say. */
export interface DisputeEvidence {
  readonly productDescription: string
  readonly customerName: string
  readonly customerEmail: string
  readonly billingAddress: string
  readonly shippingAddress: string
  readonly shippingCarrier: string
  /** ISO date. */
  readonly shippingDate: string
  readonly shippingTracking: string
  /** What the member did in their account. */
  readonly activityLog: string
  /** What the buyer agreed to about refunds, and about canceling. */
  readonly refundPolicy: string
  readonly cancellationPolicy: string
  /** Everything else. */
  readonly summary: string
  /** The same as a PDF with all of it. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array }
}

/** Disputes at the processor. Each of these throws SHOP_BUSY when it does not answer. */
export interface DisputePort {
  /** Null for an unknown one. */
  readonly read: (processorDispute: string) => Promise<DisputeRecord | null>
  /** Those that were opened in a period. */
  readonly list: (period: Period) => AsyncIterable<DisputeRecord>
  /** Sends evidence to the bank. ACTION_NOT_ALLOWED when it takes none any more. */
  readonly submit: (processorDispute: string, evidence: DisputeEvidence) => Promise<void>
  /** Gives the money up, for good. ACTION_NOT_ALLOWED for one that is closed. */
  readonly accept: (processorDispute: string) => Promise<void>
  /** Null for an unknown one. */
  readonly readFraudWarning: (processorWarning: string) => Promise<FraudWarningRecord | null>
}
