import { refundTargetOf, refundRowName, refundRows } from '#pricing/rules/refund-target.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import { z } from 'zod'
import { orderById } from '#order/server/orders.ts'
import { localeOfOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { refundContents } from '#payment/refund/server/refund-facts.ts'
import { refundById } from '#payment/refund/server/refunds.ts'
import { brand } from '#shared/brand.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { returnsCanceledAt } from '#return/server/returns.ts'
import { endsSubscriptions } from '#withdrawal/rules/withdrawal-offer.ts'
import { refundedFor, withdrawalById } from '#withdrawal/server/withdrawals.ts'
import { giftEndedMail } from '#gift/mails/gift-mail-jobs.ts'
import type { JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { centsOf } from '#pricing/rules/refund-lines.ts'
import { refundGiven } from './refund-given.ts'
import { withdrawalReceived } from '#withdrawal/mails/withdrawal-received.ts'

export const refundMailPayloads = {
  'mail: refund': z.object({ refundId: z.uuid() }),
  'mail: withdrawal': z.object({ withdrawalId: z.uuid() }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const refundMails = {
  'refund-settled': ({ refundId }) => [{ kind: 'mail: refund', payload: { refundId } }],
} satisfies Partial<JobsByEvent<typeof refundMailPayloads>>

/** What a refund means for the gift of an order; null for another order, and once it has shipped. */
const giftAfter = ({ kind, state, totals, refundedCents }: Order): 'stays' | 'ends' | null => {
  if (kind !== 'gift' || state === 'shipped') return null
  return state === 'canceled' || refundedCents >= totals.totalCents ? 'ends' : 'stays'
}

const refundMail = (deps: AppDeps, send: SendMail) => async (payload: { readonly refundId: string }) => {
  const refund = await refundById(deps.database, payload.refundId)
  if (!refund) return
  const order = await orderById(deps.database, refund.orderId)
  const { number, totals, card, email, state } = order
  const locale = await localeOfOrder(deps.database, order)
  const { split, currency } = refund
  const amounts = { split, totalCents: totals.totalCents, currency }
  const isCanceled = state === 'canceled'
  const gift = giftAfter(order)
  const { lines, reason } = await refundContents(deps.database, refund.id)
  const rows = refundRows(lines).map((row) => ({
    name: refundRowName(row, order.lines, locale),
    cents: centsOf(row),
  }))
  const facts = { orderNumber: number, ...amounts, rows, reason, card, isCanceled, gift }
  const about = { order, kind: 'refund' } as const
  await send(`refund-${refund.id}`, email, refundGiven(facts, locale), { about })
  if (gift === 'ends') await giftEndedMail(deps, send, order)
}

const withdrawalMail =
  (deps: AppDeps, send: SendMail) => async (payload: { readonly withdrawalId: string }) => {
    const withdrawal = await withdrawalById(deps.database, payload.withdrawalId)
    if (!withdrawal) return
    const { kind, name, receivedAt } = withdrawal
    const order = await orderById(deps.database, withdrawal.orderId)
    const received = receivedAt.toZonedDateTimeISO(brand.timeZone)
    const facts = {
      kind,
      name,
      orderNumber: order.number,
      lines: order.lines,
      receivedOn: received.toPlainDate().toString(),
      receivedAt: received.toPlainTime().toString({ smallestUnit: 'minute' }),
      timeZone: brand.timeZone,
      refundCents: await refundedFor(deps.database, withdrawal, order),
      refundTo: refundTargetOf(paidBy(order.totals)),
      currency: order.currency,
      endsSubscriptions: endsSubscriptions(order, kind),
      endedReturns: await returnsCanceledAt(deps.database, order.id, receivedAt),
    }
    const about = { order, kind: 'withdrawal' } as const
    const document = withdrawalReceived(facts, await localeOfOrder(deps.database, order))
    await send(`withdrawal-${withdrawal.id}`, withdrawal.email, document, { about })
  }

/** Mails about withdrawals and refunds. */
export const createRefundMailJobs = (deps: AppDeps, send: SendMail) => ({
  'mail: refund': refundMail(deps, send),
  'mail: withdrawal': withdrawalMail(deps, send),
})
