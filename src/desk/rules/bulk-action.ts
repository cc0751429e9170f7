import type { ApprovalKind } from './approval.ts'

/** What can be done with many orders at once. */
export const bulkActions = ['hold', 'release', 'batch'] as const

export type BulkAction = (typeof bulkActions)[number]

/** Orders of one action. */
export const maxBulk = 10_000

/** An action on more orders than this needs a second person. */
export const bulkLimit = 100

/** Shipments of one batch. */
export const maxBatch = 200

/** How the request for a second person is called. */
export const bulkApprovals = {
  hold: 'hold-orders',
  release: 'release-orders',
  batch: 'batch-orders',
} as const satisfies Readonly<Record<BulkAction, ApprovalKind>>

/** What is known of an order when an action on it is decided. */
export interface BulkFacts {
  readonly isCanceled: boolean
  /** What holds it: `operator`, `dispute`, `fraud-warning`, `refund`. */
  readonly holds: readonly string[]
  /** Whether a part of it has not shipped yet. */
  readonly hasOpen: boolean
  readonly hasPacked: boolean
  /** The shipments that wait to be packed and are in no batch. */
  readonly unbatched: readonly string[]
  /** The batch that has what waits of it; null for none. */
  readonly batch: number | null
  /** Whether the filter that it was chosen by still has it. */
  readonly isListed: boolean
}

const canceled = 'It was canceled.'
const nothingWaits = 'Nothing of it waits to be shipped.'

const holdRefusal = ({ isCanceled, hasOpen, holds }: BulkFacts): string | null => {
  if (isCanceled) return canceled
  if (!hasOpen) return nothingWaits
  return holds.includes('operator') ? 'It is on hold already.' : null
}

const releaseRefusal = ({ holds }: BulkFacts): string | null => {
  if (holds.some((cause) => cause !== 'refund')) return null
  return holds.length > 0 ? 'Its money is being refunded, and that holds it.' : 'It is not on hold.'
}

const batchRefusal = (facts: BulkFacts): string | null => {
  if (facts.unbatched.length > 0) return null
  if (facts.isCanceled) return canceled
  if (facts.batch !== null) return `It is in batch ${facts.batch} already.`
  if (facts.holds.length > 0) return 'It is on hold.'
  if (facts.hasPacked) return 'It is packed.'
  return facts.hasOpen ? 'It has no date to ship on yet.' : nothingWaits
}

const refusals: Readonly<Record<BulkAction, (facts: BulkFacts) => string | null>> = {
  hold: holdRefusal,
  release: releaseRefusal,
  batch: batchRefusal,
}

/** Why an order is left out of an action, as a sentence; null when the action is done on it. */
export const bulkRefusal = (action: BulkAction, facts: BulkFacts): string | null =>
  facts.isListed
    ? refusals[action](facts)
    : 'It has changed since it was chosen, and is no longer in the list that was filtered.'

const full = `A batch has at most ${maxBatch} shipments.`

/** The same for each order in its order: a batch is full at some point. */
export const bulkRefusals = (action: BulkAction, all: readonly BulkFacts[]): readonly (string | null)[] => {
  let shipments = 0
  return all.map((facts) => {
    const refusal = bulkRefusal(action, facts)
    if (action !== 'batch' || refusal !== null) return refusal
    if (shipments + facts.unbatched.length > maxBatch) return full
    shipments += facts.unbatched.length
    return null
  })
}

/** Whether an action needs a reason, which the log keeps with each order. */
export const needsReason = (action: BulkAction): boolean => action !== 'batch'
