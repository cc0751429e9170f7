import type { Selectable } from 'kysely'
import { z } from 'zod'
import { DisputeState } from '#payment/processor/rules/dispute-state.ts'
import type { ProcessorName } from '#payment/processor/server/processor.ts'
import type { Database } from '#platform/schema.ts'
import { instantOrNull } from '#shared/dates.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

/** Money that moved because of a dispute. */
export interface Movement {
  readonly id: string
  /** Negative: taken from the shop. */
  readonly cents: Cents
  readonly feeCents: Cents
  readonly currency: Currency
}

/** A dispute as the shop has it. */
export interface Dispute {
  readonly id: string
  readonly processor: ProcessorName
  readonly processorDispute: string
  readonly chargeId: string
  /** The purchase or renewal that its charge paid. */
  readonly orderId: string
  readonly accountId: string
  readonly state: DisputeState
  readonly reason: string
  readonly networkReason: string | null
  readonly amountCents: Cents
  readonly currency: Currency
  readonly isChargeRefundable: boolean
  readonly evidenceDueAt: Temporal.Instant | null
  readonly submissions: number
  /** What the ledger has as lost. */
  readonly writtenOffCents: Cents
  readonly openedAt: Temporal.Instant
  readonly recordedAt: Temporal.Instant
  readonly closedAt: Temporal.Instant | null
  readonly movements: readonly Movement[]
}

const StoredEnums = z.object({
  processor: z.enum(['sandbox', 'stripe']),
  state: DisputeState,
  currency: CurrencyCode,
})

type MovementRow = Pick<Selectable<Database['dispute_movement']>, 'id' | 'cents' | 'fee_cents' | 'currency'>

/** A dispute from its row with those of its movements. */
export const disputeFrom = (
  row: Selectable<Database['dispute']> & { readonly movements: readonly MovementRow[] },
): Dispute => ({
  ...StoredEnums.parse(row),
  id: row.id,
  processorDispute: row.processor_dispute,
  chargeId: row.charge_id,
  orderId: row.order_id,
  accountId: row.account_id,
  reason: row.reason,
  networkReason: row.network_reason,
  amountCents: row.amount_cents,
  isChargeRefundable: row.is_charge_refundable,
  evidenceDueAt: instantOrNull(row.evidence_due_at),
  submissions: row.submissions,
  writtenOffCents: row.written_off_cents,
  openedAt: Temporal.Instant.from(row.opened_at),
  recordedAt: Temporal.Instant.from(row.recorded_at),
  closedAt: instantOrNull(row.closed_at),
  movements: row.movements.map((movement) => ({
    id: movement.id,
    cents: movement.cents,
    feeCents: movement.fee_cents,
    currency: StoredEnums.shape.currency.parse(movement.currency),
  })),
})

/** What happened to a dispute: it took a state, money moved, or an operator did something. */
export interface DisputeEvent {
  readonly id: string
  readonly disputeId: string
  readonly kind: DisputeState | 'funds-withdrawn' | 'funds-reinstated' | 'evidence-submitted' | 'accepted'
  readonly source: 'processor' | 'operator' | 'shop'
  readonly note: string
}
