import { lockPayer, orderByNumber } from '#order/server/orders.ts'
import type { PaymentTools } from '#payment/server/payments.ts'
import { leftOf, openRefund, refusedRefunds, settleRefund } from '#payment/server/refunds.ts'
import type { Refund } from '#payment/server/refunds.ts'
import { holdWhileRefunding } from './refunded-parcels.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'

/**
 * Gives back a part of what was paid for an order, or all that is left of it (`cents` null); for operators. `requestKey`
 * names this one refund. An order whose money is all going back does not ship. Throws ACTION_NOT_ALLOWED for more than is left; NOT_FOUND.
 */
export const refundOrder = async (
  tools: PaymentTools,
  asked: { readonly number: string; readonly cents: number | null; readonly requestKey: string },
): Promise<Refund> => {
  const { world } = tools
  const { id: orderId } = await orderByNumber(world.database, asked.number)
  const { cents, requestKey } = asked
  const refund = await inTransaction(world, async (work) => {
    const payer = await lockPayer(work, orderId)
    const opened = await openRefund(work, { ...payer, requestKey, cents, reason: 'operator' })
    await holdWhileRefunding(work, orderId)
    return opened
  })
  return settleRefund(tools, refund)
}

const noneRefused = 'No refund of this order was refused by the processor.'

/**
 * Asks again for a refund that the processor refused, or gives it as credit; for operators. Asked for twice it is one.
 * Throws ACTION_NOT_ALLOWED when none was refused; NOT_FOUND.
 */
export const repeatRefund = async (
  tools: PaymentTools,
  asked: { readonly number: string; readonly asCredit: boolean },
): Promise<Refund> => {
  const { world } = tools
  const { id: orderId } = await orderByNumber(world.database, asked.number)
  const refund = await inTransaction(world, async (work) => {
    const payer = await lockPayer(work, orderId)
    const refused = (await refusedRefunds(work.db)).find((one) => one.orderId === orderId)
    if (!refused) throw new ShopError('ACTION_NOT_ALLOWED', { detail: noneRefused })
    const left = await leftOf(work, payer)
    const opened = await openRefund(work, {
      ...payer,
      requestKey: `again:${refused.id}`,
      cents: Math.min(refused.cents + refused.creditCents, left),
      reason: refused.reason,
      asCredit: asked.asCredit,
      inPlaceOf: refused.id,
    })
    await holdWhileRefunding(work, orderId)
    return opened
  })
  return settleRefund(tools, refund)
}
