import type { Order } from '#order/calls.ts'
import { orderById } from '#order/server/orders.ts'
import { refundById } from '#payment/server/refunds.ts'
import { brand } from '#shared/brand.ts'
import { parsePrice } from '#shared/money.ts'
import type { World } from '#platform/world.ts'
import { endsSubscriptions } from '#withdrawal/rules/withdrawal-offer.ts'
import { refundedFor, withdrawalById } from '#withdrawal/server/withdrawals.ts'
import { giftEndedMail } from './gift-mail-jobs.ts'
import type { MailDocument } from './mails/mail-document.ts'
import { refundGiven } from './mails/refund-given.ts'
import { withdrawalReceived } from './mails/withdrawal-received.ts'

type Send = (id: string, to: string, document: MailDocument) => Promise<void>

/** What became of an order's gift by money that went back; null for another order, and once the parcel left. */
const giftAfter = ({ kind, state, total, refunded }: Order): 'stays' | 'ends' | null => {
  if (kind !== 'gift' || state === 'shipped') return null
  return state === 'canceled' || parsePrice(refunded) >= parsePrice(total) ? 'ends' : 'stays'
}

const refundMail = (world: World, send: Send) => async (asked: { readonly refundId: string }) => {
  const refund = await refundById(world.database, asked.refundId)
  if (!refund) return
  const order = await orderById(world.database, refund.orderId)
  const { number, total, card, email, state } = order
  const { creditCents, currency } = refund
  const cents = refund.cents + creditCents
  const sums = { cents, creditCents, totalCents: parsePrice(total), currency }
  const isCanceled = state === 'canceled'
  const gift = giftAfter(order)
  const facts = { orderNumber: number, ...sums, card, isCanceled, gift }
  await send(`refund-${refund.id}`, email, refundGiven(facts))
  if (gift === 'ends') await giftEndedMail(world, send, order)
}

const withdrawalMail = (world: World, send: Send) => async (asked: { readonly withdrawalId: string }) => {
  const withdrawal = await withdrawalById(world.database, asked.withdrawalId)
  if (!withdrawal) return
  const { kind, name, receivedAt } = withdrawal
  const order = await orderById(world.database, withdrawal.orderId)
  const received = receivedAt.toZonedDateTimeISO(brand.timeZone)
  const facts = {
    kind,
    name,
    orderNumber: order.number,
    lines: order.lines,
    receivedOn: received.toPlainDate().toString(),
    receivedAt: received.toPlainTime().toString({ smallestUnit: 'minute' }),
    timeZone: brand.timeZone,
    refundCents: await refundedFor(world.database, withdrawal, order),
    currency: order.currency,
    endsSubscriptions: endsSubscriptions(order, kind),
  }
  await send(`withdrawal-${withdrawal.id}`, withdrawal.email, withdrawalReceived(facts))
}

/** Mails about what is taken back and about money that goes back. */
export const createRefundMailJobs = (world: World, send: Send) => ({
  'mail: refund': refundMail(world, send),
  'mail: withdrawal': withdrawalMail(world, send),
})
