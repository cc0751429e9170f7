import { returnCredit } from '#credit/server/credits.ts'
import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import { decideRefund, leftToRefund, type RefundDecision } from '../rules/refund.ts'
import type { RefundOutcome } from '../rules/refund-state.ts'
import { requestWindowSeconds } from '../rules/settlement.ts'
import { lockCharge, type Db } from './charge-store.ts'
import type { Charge, PaymentServices } from './payments.ts'
import {
  claimRefunds,
  insertRefund,
  markReplaced,
  moveRefund,
  readRefund,
  readRefundByRequest,
  readRefundsOfOrders,
  readRefused,
  releaseAbandonedRefunds,
} from './refund-store.ts'
import { refundIdIn, refundKeyOf } from './refund-record.ts'
import type { Refund, RefundReason } from './refund-record.ts'

export type { Refund, RefundReason } from './refund-record.ts'

/** A refund that is to be requested. */
export interface OpenRefund {
  /** Identifies this one refund, as `cancel:<order id>`: requested again it is the same one. */
  readonly requestKey: string
  /** The charge that paid the order; null for an order without a processor. */
  readonly chargeId: string | null
  readonly orderId: string
  /** Whose order it is. */
  readonly accountId: string
  /** What credit paid of it. */
  readonly creditPaidCents: Cents
  /** What the charge paid of it; it may have paid another order too. */
  readonly cardPaidCents: Cents
  /** Null: everything that remains of the order. */
  readonly cents: Cents | null
  readonly reason: RefundReason
  /** All of it as credit, in place of a card that takes nothing back. */
  readonly asCredit?: boolean
  /** The refund that was refused and that this one takes the place of. */
  readonly replaces?: string
}

const refusals = {
  'not-charged': 'Nothing was charged that could be refunded.',
  'nothing-left': 'Everything that was charged has been refunded.',
  'more-than-left': 'This is more than what is left of the charge.',
} as const satisfies Record<Extract<RefundDecision, { kind: 'refuse' }>['reason'], string>

/**
 * Writes a refund before it is requested, in the caller's transaction; the caller requests it after the commit with
 * `settleRefund`, or the poller does. The caller locks the order, so that concurrent refunds never add up to more than
 * was paid. Throws ACTION_NOT_ALLOWED, with the reason in `data.reason`; NOT_FOUND.
 */
export const openRefund = async (tx: Tx, request: OpenRefund): Promise<Refund> => {
  const charge = request.chargeId === null ? null : await lockCharge(tx.db, request.chargeId)
  if (request.chargeId !== null && !charge) throw new ShopError('NOT_FOUND')
  const earlier = await readRefundByRequest(tx.db, request.requestKey)
  if (earlier) return earlier
  const decision = decideRefund({
    ...paidFor(request, charge),
    refunds: await readRefundsOfOrders(tx.db, [request.orderId]),
    requestedCents: request.cents,
    asCredit: request.asCredit ?? false,
  })
  if (decision.kind === 'refuse' || (decision.cents > 0 && charge?.processorCharge === null)) {
    const reason = decision.kind === 'refuse' ? decision.reason : 'not-charged'
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: refusals[reason], data: { reason } })
  }
  const refund: Refund = {
    id: tx.ids.uuid(),
    requestKey: request.requestKey,
    chargeId: decision.cents > 0 ? request.chargeId : null,
    orderId: request.orderId,
    accountId: request.accountId,
    cents: decision.cents,
    creditCents: decision.creditCents,
    currency: charge?.request.currency ?? 'USD',
    reason: request.reason,
    processor: charge?.processor ?? null,
    processorCharge: charge?.processorCharge ?? null,
    state: 'intended',
    processorRefund: null,
    replacedBy: null,
    requestedAt: tx.now,
  }
  await insertRefund(tx, refund, tx.now.add({ seconds: requestWindowSeconds }))
  // A refund of everything that remains replaces the refused ones.
  if (request.replaces !== undefined || request.cents === null)
    await markReplaced(tx.db, refund, request.replaces ?? null)
  return refund
}

/** What was paid for an order, by its charge and by credit. */
const paidFor = (
  { cardPaidCents, creditPaidCents }: Pick<OpenRefund, 'cardPaidCents' | 'creditPaidCents'>,
  charge: Charge | null,
) => ({
  chargeState: charge?.state ?? null,
  chargedCents: charge === null ? 0 : cardPaidCents,
  creditPaidCents,
})

const requestRefund = async (
  { deps, processor }: PaymentServices,
  refund: Refund,
): Promise<RefundOutcome> => {
  // Nothing for a card: there is no processor to ask.
  if (refund.cents === 0) return { state: 'refunded', processorRefund: null }
  if (refund.processor === processor.name && refund.processorCharge !== null) {
    const { processorCharge, processorRefund, cents: amountCents, requestedAt } = refund
    const idempotencyKey = refundKeyOf(refund)
    return processor.refund({ idempotencyKey, processorCharge, processorRefund, amountCents, requestedAt })
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

const record = async (tx: Tx, id: string, outcome: RefundOutcome): Promise<Refund | null> => {
  const moved = await moveRefund(tx.db, id, outcome, tx.now)
  if (moved?.state === 'refunded') {
    const { orderId, accountId, cents, creditCents, currency } = moved
    if (accountId !== null && creditCents > 0) await returnCredit(tx, accountId, creditCents)
    tx.publish({
      kind: 'refund-settled',
      refundId: id,
      orderId,
      cents: cents + creditCents,
      creditCents,
      currency,
    })
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
  deps.reachCrashPoint('refund: written')
  const outcome = await requestRefund(services, refund)
  deps.reachCrashPoint('refund: processor answered')
  const recorded = await inTransaction(deps, (tx) => record(tx, refund.id, outcome))
  deps.reachCrashPoint('refund: recorded')
  if (!recorded) throw new Error(`refund ${refund.id} is gone`)
  if (outcome.state === 'refused')
    deps.log.error({ refund: refund.id, reason: outcome.reason }, 'the processor refused a refund for good')
  return recorded
}

const batchSize = 10

/** The poller: requests every open refund that is due for a check. Returns how many were checked. */
export const settleDueRefunds = async (services: PaymentServices): Promise<number> => {
  const { deps } = services
  const settle = async (refund: Refund): Promise<void> => {
    try {
      await settleRefund(services, refund)
    } catch (err) {
      // The claim has delayed its next check; one broken refund must not block the others.
      deps.log.error({ err, refund: refund.id }, 'a refund could not be settled')
    }
  }
  await releaseAbandonedRefunds(deps.database, deps.clock.now())
  let checked = 0
  for (;;) {
    const claimed = await inTransaction(deps, (tx) => claimRefunds(tx, batchSize))
    await Promise.all(claimed.map(settle))
    checked += claimed.length
    if (claimed.length < batchSize) return checked
  }
}

/** Refunds that the processor refused for good and that need an operator, oldest first. */
export const refusedRefunds = (db: Db): Promise<Refund[]> => readRefused(db)

/** For mails: the refund of an event. */
export const refundById = (db: Db, id: string): Promise<Refund | null> => readRefund(db, id)

/** Every refund of some orders, oldest first. */
export const refundsOf = (db: Db, orderIds: readonly string[]): Promise<Refund[]> =>
  readRefundsOfOrders(db, orderIds)

/** What can still be refunded of an order, in cents, by card and as credit. */
export const leftToRefundOf = async (
  tx: Tx,
  request: Pick<OpenRefund, 'chargeId' | 'orderId' | 'cardPaidCents' | 'creditPaidCents'>,
): Promise<Cents> => {
  const charge = request.chargeId === null ? null : await lockCharge(tx.db, request.chargeId)
  return leftToRefund({
    ...paidFor(request, charge),
    refunds: await readRefundsOfOrders(tx.db, [request.orderId]),
  })
}
