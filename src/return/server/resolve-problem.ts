import { lockPayer, lockedOrder, reship } from '#order/server/orders.ts'
import type { Order, OrderPayer } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import type { DecidedRefund, GivenRefund } from '#payment/refund/rules/refund.ts'
import {
  leftPartsOf,
  leftToRefundOf,
  openRefund,
  previewRefund,
  settleRefund,
} from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { centsOfUnits, unitsLeft } from '#pricing/rules/refund-lines.ts'
import type { PaidPart, RefundChoice, Units } from '#pricing/rules/refund-lines.ts'
import { ShopError } from '#shared/errors.ts'
import type { ProblemState, ProblemWish } from '../rules/problem-offer.ts'
import { endProblem, selectProblem, selectProblemByNumber } from './problem-store.ts'
import type { Problem } from './problem-store.ts'

/** How a problem is resolved: as its buyer wishes, or not at all; with words for its buyer. */
export interface Resolution {
  readonly kind: ProblemWish | 'decline'
  readonly note: string | null
}

/** For people with limits of their own, and a log. */
interface ResolutionHooks {
  /** Called before a refund is written, with what it gives; refuses by throwing. */
  readonly approveRefund?: (tx: Tx, order: Order, given: DecidedRefund) => Promise<void>
  /** Called before units are sent again; refuses by throwing. */
  readonly approveReship?: (tx: Tx, order: Order, units: readonly Units[]) => Promise<void>
  /** Called last, with what was refunded: who did it. */
  readonly also?: (tx: Tx, order: Order, refund: Refund | null) => void
}

const endStates = { reship: 'reshipped', refund: 'refunded', decline: 'declined' } as const

const nothingLeft = (): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: 'Everything of it has been refunded meanwhile; decline it.' })

/** The units that were reported; everything, where a bank has taken so much for good that they come to more than that. */
const choiceOf = async (
  tx: Tx,
  payer: OrderPayer,
  left: readonly PaidPart[],
  units: readonly Units[],
): Promise<RefundChoice> => {
  const leftCents = await leftToRefundOf(tx, payer)
  return leftCents > 0 && centsOfUnits(left, units) > leftCents
    ? { kind: 'rest' }
    : { kind: 'parts', units, shippingCents: null, sum: null }
}

/** What a problem is about and is not refunded by now, under the lock of its order. ACTION_NOT_ALLOWED for nothing. */
const gather = async (tx: Tx, one: Problem) => {
  const payer = await lockPayer(tx, one.orderId)
  const left = await leftPartsOf(tx.db, payer)
  const units = unitsLeft(left, one.lines)
  if (units.length === 0) throw nothingLeft()
  const choice = await choiceOf(tx, payer, left, units)
  return { units, refund: { ...payer, choice, reason: 'problem' as const } }
}

/** Resolves an open problem of an order that the caller has locked: never more than is not refunded by now. */
export const resolveLocked = async (
  tx: Tx,
  order: Order,
  one: Problem,
  { kind, note }: Resolution,
  { isAutomatic, ...hooks }: ResolutionHooks & { readonly isAutomatic: boolean },
): Promise<Refund | null> => {
  const end = { state: endStates[kind], isAutomatic, note, refundId: null, shipmentId: null }
  tx.publish({ kind: 'problem-resolved', problemId: one.id })
  if (kind === 'decline') {
    await endProblem(tx, one.id, end)
    hooks.also?.(tx, order, null)
    return null
  }
  const { units, refund: wanted } = await gather(tx, one)
  if (kind === 'reship') {
    await hooks.approveReship?.(tx, order, units)
    await endProblem(tx, one.id, { ...end, shipmentId: await reship(tx, order, units) })
    hooks.also?.(tx, order, null)
    return null
  }
  const refund = await openRefund(tx, {
    ...wanted,
    requestKey: `problem:${one.id}`,
    note,
    approve: async (given) => hooks.approveRefund?.(tx, order, given),
  })
  await endProblem(tx, one.id, { ...end, refundId: refund.id })
  hooks.also?.(tx, order, refund)
  return refund
}

export const foundProblem = (one: Problem | null): Problem => {
  if (!one) throw new ShopError('NOT_FOUND')
  return one
}

const resolvedBefore: Readonly<Record<Exclude<ProblemState, 'open'>, string>> = {
  reshipped: 'It was sent again before.',
  refunded: 'It was refunded before.',
  declined: 'It was declined before.',
}

const named = async ({ database }: AppDeps, number: string): Promise<Problem> =>
  foundProblem(await selectProblemByNumber(database, number.toUpperCase()))

/** A problem that waits, with its order locked. ACTION_NOT_ALLOWED, with the reason in `data.reason`, when it does not wait. */
const lockOpen = async (
  tx: Tx,
  { id, orderId }: Problem,
): Promise<{ readonly order: Order; readonly one: Problem }> => {
  const order = await lockedOrder(tx, orderId)
  const one = foundProblem(await selectProblem(tx.db, id))
  if (one.state !== 'open')
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: resolvedBefore[one.state],
      data: { reason: 'resolved' },
    })
  return { order, one }
}

/** What `resolveProblem` would refund, by the same decision; writes nothing, and throws as it does. */
export const previewProblemRefund = async (
  { deps }: PaymentServices,
  number: string,
): Promise<{ readonly order: Order; readonly given: GivenRefund }> => {
  const found = await named(deps, number)
  return inTransaction(deps, async (tx) => {
    const { order, one } = await lockOpen(tx, found)
    const { refund } = await gather(tx, one)
    return { order, given: await previewRefund(tx, refund) }
  })
}

/**
 * Resolves a problem that waits, for staff and operators. Of two people at the same moment the first one to hold the order does.
 * NOT_FOUND; ACTION_NOT_ALLOWED with the reason as a sentence, and `data.reason` `resolved` after somebody else;
 * ITEM_NOT_AVAILABLE.
 */
export const resolveProblem = async (
  services: PaymentServices,
  number: string,
  resolution: Resolution,
  hooks: ResolutionHooks = {},
): Promise<Refund | null> => {
  const { deps } = services
  const found = await named(deps, number)
  const refund = await inTransaction(deps, async (tx) => {
    const { order, one } = await lockOpen(tx, found)
    return resolveLocked(tx, order, one, resolution, { ...hooks, isAutomatic: false })
  })
  deps.reachCrashPoint('problem: recorded')
  return refund && settleRefund(services, refund)
}
