import type { Cents } from '#shared/money.ts'
import type { Period } from './processor.ts'

export const balanceKinds = [
  'charge',
  'refund',
  'refund-failure',
  'dispute',
  'payout',
  'payout-failure',
  'fee',
  'other',
] as const

/** One change of the shop's balance at the processor; what leaves it is negative. */
export interface BalanceRecord {
  /** The processor's id of it. */
  readonly entry: string
  /** `fee`: the processor's own price for something else than a charge, in `amountCents`. */
  readonly kind: (typeof balanceKinds)[number]
  readonly amountCents: Cents
  /** What the processor keeps of it. */
  readonly feeCents: Cents
  /** ISO 4217 code in capitals. */
  readonly currency: string
  /** The charge that it is about, by the processor's id. */
  readonly processorCharge: string | null
  readonly at: Temporal.Instant
}

/** A payment of the balance to the shop's bank. */
export interface PayoutRecord {
  readonly processorPayout: string
  readonly amountCents: Cents
  readonly currency: string
  readonly state: 'pending' | 'paid' | 'failed'
  readonly at: Temporal.Instant
}

/** The shop's balance at the processor, by the processor's records. All of it throws when it cannot be reached. */
export interface BalancePort {
  readonly entries: (period: Period) => AsyncIterable<BalanceRecord>
  readonly payouts: (period: Period) => AsyncIterable<PayoutRecord>
  /** The entries that a payout pays. */
  readonly partsOf: (processorPayout: string) => AsyncIterable<BalanceRecord>
}
