import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work } from '#platform/world.ts'
import { decideRefund, leftToRefund, type RefundDecision } from '../rules/refund.ts'
import type { RefundOutcome } from '../rules/refund-state.ts'
import { askingSeconds } from '../rules/settlement.ts'
import { lockCharge, type Db } from './charge-store.ts'
import type { PaymentTools } from './payments.ts'
import {
  claimRefunds,
  insertRefund,
  moveRefund,
  readRefund,
  readRefundByRequest,
  readRefundsOfCharge,
  readRefundsOfOrders,
  refundIdIn,
  refundKeyOf,
  type Refund,
  type RefundReason,
} from './refund-store.ts'

export type { Refund, RefundReason } from './refund-store.ts'

/** What is to go back; it is not asked for yet. */
export interface OpenRefund {
  /** Names this one refund, as `cancel:<order id>`: asked for again it is the same one. */
  readonly requestKey: string
  readonly chargeId: string
  /** The order that the charge paid for. */
  readonly orderId: string
  /** Null: all that is left of the charge. */
  readonly cents: Cents | null
  readonly reason: RefundReason
}

const refusals = {
  'not-charged': 'Nothing was charged that could be given back.',
  'nothing-left': 'Everything that was charged has been given back.',
  'more-than-left': 'This is more than what is left of the charge.',
} as const satisfies Record<Extract<RefundDecision, { kind: 'refuse' }>['reason'], string>

/**
 * Writes a refund down before anybody is asked, in the caller's transaction; whoever calls asks for it after the commit
 * by `settleRefund`, or the janitor does. The charge is locked meanwhile, so that refunds that come at the same time
 * never add up to more than it. Throws ACTION_NOT_ALLOWED, with the reason in `data.reason`; NOT_FOUND.
 */
export const openRefund = async (work: Work, asked: OpenRefund): Promise<Refund> => {
  const charge = await lockCharge(work.db, asked.chargeId)
  if (!charge) throw new ShopError('NOT_FOUND')
  const earlier = await readRefundByRequest(work.db, asked.requestKey)
  if (earlier) return earlier
  const decision = decideRefund({
    chargeState: charge.state,
    chargedCents: charge.request.amountCents,
    refunds: await readRefundsOfCharge(work.db, charge.id),
    askedCents: asked.cents,
  })
  if (decision.kind === 'refuse' || charge.processorCharge === null) {
    const reason = decision.kind === 'refuse' ? decision.reason : 'not-charged'
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: refusals[reason], data: { reason } })
  }
  const refund: Refund = {
    id: work.ids.uuid(),
    requestKey: asked.requestKey,
    chargeId: charge.id,
    orderId: asked.orderId,
    accountId: charge.accountId,
    cents: decision.cents,
    currency: charge.request.currency,
    reason: asked.reason,
    processor: charge.processor,
    processorCharge: charge.processorCharge,
    state: 'intended',
    processorRefund: null,
    askedAt: work.now,
  }
  await insertRefund(work.db, refund, work.now.add({ seconds: askingSeconds }))
  return refund
}

const ask = async ({ world, processor }: PaymentTools, refund: Refund): Promise<RefundOutcome> => {
  if (refund.processor === processor.name) {
    const { processorCharge, processorRefund, cents: amountCents, askedAt } = refund
    const idempotencyKey = refundKeyOf(refund)
    return processor.refund({ idempotencyKey, processorCharge, processorRefund, amountCents, askedAt })
  }
  world.log.error(
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

const record = async (work: Work, id: string, outcome: RefundOutcome): Promise<Refund | null> => {
  const moved = await moveRefund(work.db, id, outcome, work.now)
  if (moved?.state === 'refunded') {
    const { chargeId, orderId, cents, currency } = moved
    work.announce({ kind: 'refund-settled', refundId: id, chargeId, orderId, cents, currency })
  }
  return moved ?? readRefund(work.db, id)
}

/**
 * Asks the processor for a refund that was written down, and records what it says; `refund-settled` is announced in the
 * transaction that records the money as given back. Safe to call again and at once: the processor knows it by its key.
 */
export const settleRefund = async (tools: PaymentTools, refund: Refund): Promise<Refund> => {
  const { world } = tools
  world.reach('refund: written')
  const outcome = await ask(tools, refund)
  world.reach('refund: processor answered')
  const recorded = await inTransaction(world, (work) => record(work, refund.id, outcome))
  world.reach('refund: recorded')
  if (!recorded) throw new Error(`refund ${refund.id} is gone`)
  if (outcome.state === 'refused')
    world.log.error({ refund: refund.id, reason: outcome.reason }, 'the processor refused a refund for good')
  return recorded
}

const atOnce = 10

/** The janitor: asks for every open refund that is due for a look. Answers how many were looked at. */
export const settleDueRefunds = async (tools: PaymentTools): Promise<number> => {
  const { world } = tools
  const settle = async (refund: Refund): Promise<void> => {
    try {
      await settleRefund(tools, refund)
    } catch (err) {
      // The claim has put its next look off; one broken refund must not keep the others waiting.
      world.log.error({ err, refund: refund.id }, 'a refund could not be settled')
    }
  }
  let looked = 0
  for (;;) {
    const claimed = await inTransaction(world, (work) => claimRefunds(work.db, work.now, atOnce))
    await Promise.all(claimed.map(settle))
    looked += claimed.length
    if (claimed.length < atOnce) return looked
  }
}

/** For mails: the refund of an announcement. */
export const refundById = (db: Db, id: string): Promise<Refund | null> => readRefund(db, id)

/** Every refund of some orders, oldest first. */
export const refundsOf = (db: Db, orderIds: readonly string[]): Promise<Refund[]> =>
  readRefundsOfOrders(db, orderIds)

/** What can still be given back of a charge, in cents. */
export const leftOf = async (work: Work, chargeId: string): Promise<Cents> => {
  const charge = await lockCharge(work.db, chargeId)
  if (!charge) return 0
  const refunds = await readRefundsOfCharge(work.db, chargeId)
  return leftToRefund({ chargeState: charge.state, chargedCents: charge.request.amountCents, refunds })
}
