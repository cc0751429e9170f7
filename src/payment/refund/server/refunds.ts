import { returnCredit } from '#credit/server/credits.ts'
import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import { decideRefund, leftOfParts, leftToRefund, openRefundStates } from '../rules/refund.ts'
import type { DecidedRefund, GivenRefund, RefundRefusal, RefundOutcome } from '../rules/refund.ts'
import type { PaidPart, RefundChoice } from '#pricing/rules/refund-lines.ts'
import { disputeEffect, disputeRefusal, isDisputed, type DisputeRefusal } from '../rules/disputed-refund.ts'
import { requestWindowSeconds } from '../../charge/rules/charge-state.ts'
import { lockCharge, type Db } from '../../charge/server/charge-store.ts'
import type { Charge, PaymentServices } from '../../charge/server/payments.ts'
import { releaseAbandoned } from '../../charge/server/due-checks.ts'
import {
  claimRefunds,
  insertRefund,
  markReplaced,
  moveRefund,
  readRefund,
  readRefundByRequest,
  readRefundsOfOrders,
} from './refund-store.ts'
import { insertRefundLines, readRefundsWithLines } from './refund-line-store.ts'
import { refundIdIn, refundKeyOf } from './refund-record.ts'
import type { Refund, RefundReason } from './refund-record.ts'
import { outcomeInDispute, releaseWaiting, type RecordedOutcome } from './waiting-refunds.ts'
import type { Currency } from '#shared/money.ts'

export type { Refund, RefundReason } from './refund-record.ts'
export { needsDecision } from './refund-record.ts'
export {
  readRefundLines as refundLinesOf,
  readRefundsWithLines as refundsWithLines,
} from './refund-line-store.ts'
export {
  eraseNotes as eraseRefundNotes,
  markReplaced as replaceRefused,
  readRefused as refusedRefunds,
} from './refund-store.ts'

export { readRefund as refundById, readRefundsOfOrders as refundsOf } from './refund-store.ts'

/** What was paid for an order, and how. */
export interface PaidOrder {
  readonly orderId: string
  readonly currency: Currency
  /** The charge that paid the order; null for an order without a processor. */
  readonly chargeId: string | null
  /** What its charge and credit paid of it; the charge may have paid another order too. */
  readonly paid: PaymentSplit
  /** What was paid for each line and for shipping. */
  readonly parts: readonly PaidPart[]
}

/** A refund that is to be requested. */
export interface OpenRefund extends PaidOrder {
  /** Identifies this one refund, as `cancel:<order id>`: requested again it is the same one. */
  readonly requestKey: string
  /** Whose order it is. */
  readonly accountId: string
  readonly choice: RefundChoice
  readonly reason: RefundReason
  /** The reason in words, for the buyer. */
  readonly note?: string | null
  /** All of it as credit, in place of a card that takes nothing back. */
  readonly asCredit?: boolean
  /** The refund that was refused and that this one takes the place of. */
  readonly replaces?: string
  /** Its money has gone already: the caller records that in the same transaction, and no dispute stops it. */
  readonly isMade?: boolean
  /** Called with the decision, before it is written; refuses by throwing. */
  readonly approve?: (given: DecidedRefund) => Promise<void>
}

const refusals = {
  'not-charged': 'Nothing was charged that could be refunded.',
  'nothing-left': 'Everything that was charged has been refunded.',
  'more-than-left': 'This is more than what is left of the charge.',
  'not-positive': 'A refund is at least one unit, or one cent.',
  'no-such-line': 'The order has no such line.',
  'units-not-left': 'This is more of a line than was ordered and is not refunded yet.',
  'line-not-left': 'Nothing is left of a line: it was free, or it has been refunded.',
  'shipping-not-left': 'This is more than what is left of the shipping fee.',
  disputed:
    'A bank disputes this payment and has its money. Nothing is refunded until it has decided: see `disputes`.',
  'dispute-lost': 'A bank has taken this payment back for good: its buyer has the money.',
} as const satisfies Record<RefundRefusal | DisputeRefusal, string>

const refusal = (reason: keyof typeof refusals): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: refusals[reason], data: { reason } })

/** Throws ACTION_NOT_ALLOWED, with the reason in `data.reason`. */
const decide = async (
  db: Db,
  request: PaidOrder & Pick<OpenRefund, 'choice' | 'asCredit'>,
  charge: Charge | null,
  isBankCounted = true,
): Promise<GivenRefund> => {
  const decision = decideRefund({
    ...paidFor(request, charge, isBankCounted),
    parts: request.parts,
    refunds: await readRefundsWithLines(db, request.orderId),
    choice: request.choice,
    asCredit: request.asCredit ?? false,
  })
  if (decision.kind === 'refuse') throw refusal(decision.reason)
  if (decision.split.cardCents > 0 && charge?.processorCharge === null) throw refusal('not-charged')
  return decision
}

const lockedCharge = async (tx: Tx, chargeId: string | null): Promise<Charge | null> => {
  const charge = chargeId === null ? null : await lockCharge(tx.db, chargeId)
  if (chargeId !== null && !charge) throw new ShopError('NOT_FOUND')
  return charge
}

/** What `openRefund` would write, by the same decision; writes nothing. Throws as it does. */
export const previewRefund = async (
  tx: Tx,
  request: PaidOrder & Pick<OpenRefund, 'choice' | 'asCredit' | 'reason' | 'replaces'>,
): Promise<GivenRefund> => {
  const charge = await lockedCharge(tx, request.chargeId)
  const effect = disputeEffect(request)
  if (effect === 'refuse') checkDispute(request, charge)
  return decide(tx.db, request, charge, effect === 'refuse')
}

/**
 * Writes a refund before it is requested, in the caller's transaction; the caller requests it after the commit with
 * `settleRefund`, or the poller does. The caller locks the order, so that concurrent refunds never add up to more than
 * was paid. Throws ACTION_NOT_ALLOWED, with the reason in `data.reason`; NOT_FOUND.
 */
export const openRefund = async (tx: Tx, request: OpenRefund): Promise<Refund> => {
  const charge = await lockedCharge(tx, request.chargeId)
  const earlier = await readRefundByRequest(tx.db, request.requestKey)
  if (earlier) return earlier
  const effect = disputeEffect(request)
  if (effect === 'refuse') checkDispute(request, charge)
  // What a bank has taken is not known to a return: its refund is written, and ends by that.
  const decided = await decide(tx.db, request, charge, effect === 'refuse')
  await request.approve?.({ ...decided, requestKey: request.requestKey })
  const { split, lines } = decided
  const isWaiting = effect === 'wait' && split.cardCents > 0 && charge !== null && isDisputed(charge)
  const refund: Refund = {
    id: tx.ids.uuid(),
    requestKey: request.requestKey,
    chargeId: split.cardCents > 0 ? request.chargeId : null,
    orderId: request.orderId,
    accountId: request.accountId,
    split,
    currency: request.currency,
    reason: request.reason,
    note: request.note ?? null,
    processor: charge?.processor ?? null,
    processorCharge: charge?.processorCharge ?? null,
    state: isWaiting ? 'waiting' : 'intended',
    processorRefund: null,
    refusal: null,
    replacedBy: null,
    requestedAt: tx.now,
    isReversed: false,
  }
  await insertRefund(tx, refund, tx.now.add({ seconds: requestWindowSeconds }))
  await insertRefundLines(tx, refund.id, lines)
  // A refund of everything that remains replaces the refused ones.
  if (request.replaces !== undefined || request.choice.kind === 'rest')
    await markReplaced(tx.db, refund, request.replaces ?? null)
  return refund
}

/** Throws ACTION_NOT_ALLOWED while a bank has the money of a charge, and when it keeps it. */
const checkDispute = ({ paid }: Pick<OpenRefund, 'paid'>, charge: Charge | null): void => {
  const reason = charge && disputeRefusal(charge, paid.cardCents)
  if (reason !== null) throw refusal(reason)
}

/** What was paid for an order, by its charge and by credit; what a bank has taken for good was paid back. */
export const paidFor = ({ paid }: Pick<OpenRefund, 'paid'>, charge: Charge | null, isBankCounted = true) => ({
  chargeState: charge?.state ?? null,
  paid: {
    ...paid,
    cardCents: charge === null ? 0 : Math.max(0, paid.cardCents - (isBankCounted ? charge.lostCents : 0)),
  },
})

const requestRefund = async (
  { deps, processor }: PaymentServices,
  refund: Refund,
): Promise<RefundOutcome> => {
  // Nothing for a card: there is no processor to ask.
  if (refund.split.cardCents === 0) return { state: 'refunded', processorRefund: null }
  if (refund.processor === processor.name && refund.processorCharge !== null) {
    const { processorCharge, processorRefund, requestedAt } = refund
    const amountCents = refund.split.cardCents
    const idempotencyKey = refundKeyOf(refund)
    return processor.refund({
      idempotencyKey,
      processorCharge,
      processorRefund,
      amountCents,
      currency: refund.currency,
      requestedAt,
    })
  }
  deps.log.error(
    { refund: refund.id, processor: refund.processor },
    'the refund belongs to another processor',
  )
  return { state: 'unknown' }
}

/** The refund of a processor's key; null for anything else. */
export const refundOfKey = async (db: Db, key: string): Promise<Refund | null> => {
  const id = refundIdIn(key)
  return id === null ? null : readRefund(db, id)
}

/** Records what became of an open refund, in the caller's transaction. `credit is there`: its credit was given before. */
export const recordRefundOutcome = async (
  tx: Tx,
  id: string,
  outcome: RecordedOutcome,
  credit: 'give' | 'credit is there' = 'give',
): Promise<Refund | null> => {
  const moved = await moveRefund(tx.db, id, outcome, tx.now)
  if (moved?.state === 'refunded') {
    const { orderId, accountId, split } = moved
    if (accountId !== null && split.creditCents > 0 && credit === 'give')
      await returnCredit(tx, { accountId, cents: split.creditCents, currency: moved.currency })
    tx.publish({ kind: 'refund-settled', refundId: id, orderId, split })
  }
  if (moved?.state === 'refused') tx.publish({ kind: 'refund-refused', refundId: id, orderId: moved.orderId })
  return moved ?? readRefund(tx.db, id)
}

/**
 * Requests a written refund from the processor, and records its answer; `refund-settled` is published in the
 * transaction that records the refund. Safe to call again and concurrently: the processor knows it by its key.
 */
export const settleRefund = async (services: PaymentServices, refund: Refund): Promise<Refund> => {
  const { deps } = services
  if (refund.state === 'waiting') return refund
  deps.reachCrashPoint('refund: written')
  const outcome = await requestRefund(services, refund)
  deps.reachCrashPoint('refund: processor answered')
  const recorded = await inTransaction(deps, async (tx) =>
    recordRefundOutcome(tx, refund.id, await outcomeInDispute(tx, refund, outcome)),
  )
  deps.reachCrashPoint('refund: recorded')
  if (!recorded) throw new Error(`refund ${refund.id} is gone`)
  if (outcome.state === 'refused' && recorded.state === 'refused')
    deps.log.error({ refund: refund.id, reason: outcome.reason }, 'the processor refused a refund for good')
  return recorded
}

const batchSize = 10

/** The poller: requests every open refund that is due for a check. Returns how many were checked. */
export const settleDueRefunds = async (services: PaymentServices): Promise<number> => {
  const { deps } = services
  const settle = (refund: Refund) =>
    settleRefund(services, refund).catch((err: unknown) => {
      // The claim has delayed its next check; one broken refund must not block the others.
      deps.log.error({ err, refund: refund.id }, 'a refund could not be settled')
    })
  await releaseWaiting(services)
  await releaseAbandoned(deps.database, 'refund', deps.clock.now())
  let checked = 0
  for (;;) {
    const claimed = await inTransaction(deps, (tx) => claimRefunds(tx, batchSize))
    await Promise.all(claimed.map(settle))
    checked += claimed.length
    if (claimed.length < batchSize) return checked
  }
}

/** Whether the processor has the last word still to say. */
export const isRefundOpen = ({ state }: Refund): boolean => openRefundStates.some((open) => open === state)

/** What can still be refunded of an order, in cents, by card and as credit. */
export const leftToRefundOf = async (tx: Tx, request: Omit<PaidOrder, 'parts'>): Promise<Cents> => {
  const charge = request.chargeId === null ? null : await lockCharge(tx.db, request.chargeId)
  const refunds = await readRefundsOfOrders(tx.db, [request.orderId])
  return leftToRefund({ ...paidFor(request, charge), refunds })
}

/** What is left of each line of an order and of its shipping fee. */
export const leftPartsOf = async (
  db: Db,
  { orderId, parts }: Pick<PaidOrder, 'orderId' | 'parts'>,
): Promise<PaidPart[]> => leftOfParts({ parts, refunds: await readRefundsWithLines(db, orderId) })
