import type { Selectable } from 'kysely'
import { z } from 'zod'
import { Quote } from '#pricing/rules/quote.ts'
import { Address } from '#shared/address.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { dateOrNull, instantOrNull } from '#shared/dates.ts'
import { SubscriptionTerms } from '../rules/subscription-terms.ts'

/** What a billing cycle stores of its price, so that any process can finish it with the charged total. */
const BillingQuote = Quote.extend({
  /** `addOnId` is null for the subscription itself. */
  lines: z.array(Quote.shape.lines.element.extend({ addOnId: z.string().nullable() })),
  /** The quantities that it takes from stock, by product. */
  stock: z.record(z.string(), z.int()),
  address: Address,
})

export type BillingQuote = z.output<typeof BillingQuote>

const CheckedColumns = z.object({
  state: z.enum(['charging', 'unknown', 'billed', 'declined', 'failed', 'skipped']),
  quote: BillingQuote.nullable(),
})

/** The terms before and after an order. */
const PassedTerms = z.object({ before: SubscriptionTerms, after: SubscriptionTerms })

export type PassedTerms = z.output<typeof PassedTerms>

/** A billing cycle as the shop works with it. */
export interface BillingCycle extends z.output<typeof CheckedColumns> {
  readonly id: string
  readonly subscriptionId: string
  readonly accountId: string
  readonly number: number
  readonly dueOn: Temporal.PlainDate
  /** How often its charge was opened; the number of the latest attempt. */
  readonly attempts: number
  /** The day on which the subscription was due; null when a change requests it. */
  readonly attemptOn: Temporal.PlainDate | null
  /** The member's change that requests it at once; null when its date has come. */
  readonly changeId: string | null
  /** The case that a card entered by link pays; null for every other attempt. */
  readonly recoveryCaseId: string | null
  /** When the charge was requested from the processor; null before that, and then it can be withdrawn. */
  readonly requestedAt: Temporal.Instant | null
  /** Of a billed cycle. */
  readonly orderId: string | null
  /** The change that wants its order canceled. */
  readonly orderCanceledBy: string | null
  /** What a change that was made during its charge took the subscription past; null when none was made. */
  readonly passedTerms: PassedTerms | null
}

/** A cycle with its price, which all but skipped ones have. */
export interface PricedCycle extends BillingCycle {
  readonly quote: BillingQuote
}

export const isPriced = (cycle: BillingCycle): cycle is PricedCycle => cycle.quote !== null

type BillingCycleRow = Selectable<Database['billing_cycle']>

/** A billing cycle from its row. */
export const cycleFrom = (row: BillingCycleRow): BillingCycle => ({
  ...CheckedColumns.parse(row),
  id: row.id,
  subscriptionId: row.subscription_id,
  accountId: row.account_id,
  number: row.number,
  dueOn: Temporal.PlainDate.from(row.due_on),
  attempts: row.attempts,
  attemptOn: dateOrNull(row.attempt_on),
  changeId: row.change_id,
  recoveryCaseId: row.recovery_case_id,
  requestedAt: instantOrNull(row.requested_at),
  orderId: row.order_id,
  orderCanceledBy: row.order_canceled_by,
  passedTerms: PassedTerms.nullable().parse(row.passed_terms),
})

/** As `cycleFrom`, of rows that have a price because they were opened. */
export const pricedCyclesFrom = (rows: readonly BillingCycleRow[]): PricedCycle[] =>
  rows.map(cycleFrom).filter(isPriced)

/** A cycle to be opened. */
export interface BillingCycleDraft {
  readonly subscriptionId: string
  readonly accountId: string
  readonly number: number
  readonly dueOn: Temporal.PlainDate
  readonly quote: BillingQuote
  /** The member's change that requests it at once; null when its date has come. */
  readonly changeId: string | null
  /** Of the subscription as it is priced. */
  readonly version: number
  /** The day on which the subscription was due; null for one that a change requests. */
  readonly attemptOn: string | null
}

/** Whose cycles are written. */
export interface CycleOwner {
  readonly subscriptionId: string
  readonly accountId: string
}

/** A cycle that is charged, as a row of its table. */
export const openedColumns = (tx: Tx, draft: BillingCycleDraft) => ({
  id: tx.ids.uuid(),
  subscription_id: draft.subscriptionId,
  account_id: draft.accountId,
  number: draft.number,
  due_on: draft.dueOn.toString(),
  state: 'charging',
  attempts: 1,
  quote: JSON.stringify(draft.quote),
  change_id: draft.changeId,
  opened_at: tx.now.toString(),
  // A change requests the charge at once; a due cycle waits for its turn in the run.
  requested_at: draft.changeId === null ? null : tx.now.toString(),
  priced_version: draft.version,
  attempt_on: draft.attemptOn,
})

/** A skipped cycle. */
export const skippedColumns = (
  tx: Tx,
  owner: CycleOwner,
  { number, on }: SubscriptionTerms['skipped'][number],
) => ({
  id: tx.ids.uuid(),
  subscription_id: owner.subscriptionId,
  account_id: owner.accountId,
  number,
  due_on: on,
  state: 'skipped',
  opened_at: tx.now.toString(),
  settled_at: tx.now.toString(),
})
