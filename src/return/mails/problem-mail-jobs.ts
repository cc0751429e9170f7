import { refundTargetOf } from '#pricing/rules/refund-target.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import { z } from 'zod'
import { localeOfOrder } from '#order/server/orders.ts'
import { orderById } from '#order/server/orders.ts'
import { refundById } from '#payment/refund/server/refunds.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { splitSum } from '#shared/payment-split.ts'
import { problemById } from '../server/problems.ts'
import { problemReceived, problemResolved } from './problem-mails.ts'

export const problemMailPayloads = {
  'mail: problem': z.object({ problemId: z.uuid(), mail: z.enum(['received', 'resolved']) }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const problemMails = {
  'problem-reported': ({ problemId }) => [
    { kind: 'mail: problem', payload: { problemId, mail: 'received' } },
  ],
  'problem-resolved': ({ problemId }) => [
    { kind: 'mail: problem', payload: { problemId, mail: 'resolved' } },
  ],
} satisfies Partial<JobsByEvent<typeof problemMailPayloads>>

/** Mails of what is wrong with orders; that one was received is not mailed once it is resolved. */
export const createProblemMailJobs = (
  { database }: AppDeps,
  send: SendMail,
): JobHandlers<typeof problemMailPayloads> => ({
  'mail: problem': async ({ problemId, mail }) => {
    const one = await problemById(database, problemId)
    if (!one || (one.state === 'open') !== (mail === 'received')) return
    const order = await orderById(database, one.orderId)
    const refund = one.refundId === null ? null : await refundById(database, one.refundId)
    const facts = {
      orderNumber: order.number,
      number: one.number,
      state: one.state,
      note: one.note,
      lines: one.lines.map(({ position, quantity }) => ({
        name: order.lines[position]?.name ?? '',
        quantity,
      })),
      refundCents: refund ? splitSum(refund.split) : 0,
      refundTo: refundTargetOf(refund?.split ?? paidBy(order.totals)),
      currency: order.currency,
    }
    const locale = await localeOfOrder(database, order)
    const document = (mail === 'received' ? problemReceived : problemResolved)(facts, locale)
    const about = { order, kind: `problem-${mail}` } as const
    await send(`problem-${mail}-${one.id}`, order.email, document, { about })
  },
})
