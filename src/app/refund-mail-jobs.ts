import { orderById } from '#order/server/orders.ts'
import { refundById } from '#payment/server/refunds.ts'
import { parsePrice } from '#shared/money.ts'
import type { World } from '#platform/world.ts'
import type { MailDocument } from './mails/mail-document.ts'
import { refundGiven } from './mails/refund-given.ts'

type Send = (id: string, to: string, document: MailDocument) => Promise<void>

/** Mails about money that goes back. */
export const createRefundMailJobs = (world: World, send: Send) => ({
  'mail: refund': async ({ refundId }: { readonly refundId: string }) => {
    const refund = await refundById(world.database, refundId)
    if (!refund) return
    const { number, total, card, email } = await orderById(world.database, refund.orderId)
    const { cents, currency } = refund
    const facts = { orderNumber: number, cents, totalCents: parsePrice(total), currency, card }
    await send(`refund-${refundId}`, email, refundGiven(facts))
  },
})
