import { lockPayer, orderById, orderByNumber } from '#order/server/orders.ts'
import type { Order, OrderPayer } from '#order/server/orders.ts'
import { spreadSum } from '#pricing/rules/refund-lines.ts'
import type { RefundLine } from '#pricing/rules/refund-lines.ts'
import type { DecidedRefund, GivenRefund } from '#payment/refund/rules/refund.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import {
  leftPartsOf,
  openRefund,
  previewRefund,
  refundLinesOf,
  refundsOf,
  refusedRefunds,
  replaceRefused,
  settleRefund,
} from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { isShopError, ShopError } from '#shared/errors.ts'
import { splitSum } from '#shared/payment-split.ts'
import { holdWhileRefunding } from './operator-refunds.ts'

/** A refund that the processor refused: the oldest one of an order, or exactly this one. */
export interface RefusedRefund {
  readonly orderId: string
  readonly refundId: string | null
  /** The member gets it as credit, in place of a card that takes nothing back. */
  readonly asCredit: boolean
}

const noRefusedRefund = (): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', {
    detail: 'No refund of this order was refused by the processor.',
    data: { reason: 'not-refused' },
  })

/** What a refused refund was made of; one from before lines were stored counts as a sum. */
const linesOrSum = async (
  tx: Tx,
  { orderId, parts }: OrderPayer,
  refused: Refund,
): Promise<readonly RefundLine[]> => {
  const lines = (await refundLinesOf(tx.db, [refused.id])).get(refused.id)
  // The credit of a refund that the bank sent back stayed with its member.
  const creditStays = refused.isReversed && refused.split.creditCents > 0
  if (lines && !creditStays) return lines
  const left = await leftPartsOf(tx.db, { orderId, parts })
  return spreadSum(left, creditStays ? refused.split.cardCents : splitSum(refused.split))
}

/** Reads under the lock of the order what is repeated. ACTION_NOT_ALLOWED when it was not refused, or was replaced meanwhile. */
const gather = async (tx: Tx, { orderId, refundId, asCredit }: RefusedRefund) => {
  const payer = await lockPayer(tx, orderId)
  const refused = (await refusedRefunds(tx.db)).find(
    (one) => one.orderId === orderId && (refundId === null || one.id === refundId),
  )
  if (!refused) throw noRefusedRefund()
  const choice = { kind: 'again', lines: await linesOrSum(tx, payer, refused) } as const
  // The preview has it too: what takes the place of another one is refused while a bank disputes the charge.
  const request = { ...payer, choice, reason: refused.reason, asCredit, replaces: refused.id }
  return { refused, request }
}

/** What `repeatRefused` would give, by the same decision; writes nothing, and throws as it does. */
export const previewRepeated = (
  { deps }: PaymentServices,
  wanted: RefusedRefund,
): Promise<{ readonly order: Order; readonly refused: Refund; readonly given: GivenRefund }> =>
  inTransaction(deps, async (tx) => {
    const { refused, request } = await gather(tx, wanted)
    const given = await previewRefund(tx, request)
    return { order: await orderById(tx.db, wanted.orderId), refused, given }
  })

/** Called with what is decided, before it is written: who does it; refuses by throwing. */
type Approve = (tx: Tx, order: Order, refused: Refund, given: DecidedRefund) => Promise<void>

/**
 * Retries a refund that the processor refused, or gives it as credit; for staff and operators. Requested twice it is one. Throws
 * ACTION_NOT_ALLOWED, with `data.reason` `not-refused` when it was not refused or somebody else was first.
 */
export const repeatRefused = async (
  services: PaymentServices,
  wanted: RefusedRefund,
  approve?: Approve,
): Promise<Refund> => {
  const refund = await inTransaction(services.deps, async (tx) => {
    const { refused, request } = await gather(tx, wanted)
    const opened = await openRefund(tx, {
      ...request,
      requestKey: `again:${refused.id}`,
      note: refused.note,
      approve: async (given) => approve?.(tx, await orderById(tx.db, wanted.orderId), refused, given),
    })
    await holdWhileRefunding(tx, wanted.orderId)
    return opened
  })
  return settleRefund(services, refund)
}

const isNothingLeft = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.data?.['reason'] === 'nothing-left'

/**
 * Ends a refused refund of whose lines nothing is left, because they were refunded otherwise: the latest refund of the order takes its
 * place. `also` is called last: who did it. ACTION_NOT_ALLOWED while something can be given, and as `repeatRefused`.
 */
export const closeRefused = (
  { deps }: PaymentServices,
  { orderId, refundId }: { readonly orderId: string; readonly refundId: string },
  also: (tx: Tx, order: Order, refused: Refund) => void,
): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const { refused, request } = await gather(tx, { orderId, refundId, asCredit: true })
    const given = await previewRefund(tx, request).catch((thrown: unknown) => {
      if (isNothingLeft(thrown)) return null
      throw thrown
    })
    const latest = (await refundsOf(tx.db, [orderId])).findLast(({ state }) => state !== 'refused')
    if (given !== null || latest === undefined)
      throw new ShopError('ACTION_NOT_ALLOWED', {
        detail: 'Something of it is left: try it again, or give it as credit.',
      })
    await replaceRefused(tx.db, latest, refused.id)
    also(tx, await orderById(tx.db, orderId), refused)
  })

/** The oldest refused refund of an order, by its number. NOT_FOUND, and as `repeatRefused`. */
export const repeatRefund = async (
  services: PaymentServices,
  { number, asCredit }: { readonly number: string; readonly asCredit: boolean },
): Promise<Refund> => {
  const { id: orderId } = await orderByNumber(services.deps.database, number)
  return repeatRefused(services, { orderId, refundId: null, asCredit })
}
