import { z } from 'zod'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'
import { orderById } from '#order/server/orders.ts'
import { centsOfUnits } from '#pricing/rules/refund-lines.ts'
import { leftOfOrder, returnById } from '../server/returns.ts'
import { returnRequested } from './return-requested.ts'

export const returnMailPayloads = {
  'mail: return': z.object({ returnId: z.uuid() }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const returnMails = {
  'return-requested': ({ returnId }) => [{ kind: 'mail: return', payload: { returnId } }],
} satisfies Partial<JobsByEvent<typeof returnMailPayloads>>

/** Mails of returns; one that was canceled meanwhile needs no instructions. */
export const createReturnMailJobs = (
  { database }: AppDeps,
  send: SendMail,
): JobHandlers<typeof returnMailPayloads> => ({
  'mail: return': async ({ returnId }) => {
    const one = await returnById(database, returnId)
    if (one?.state !== 'requested') return
    const order = await orderById(database, one.orderId)
    const facts = {
      orderNumber: order.number,
      returnNumber: one.number,
      lines: one.lines.map(({ position, quantity }) => ({
        name: order.lines[position]?.name ?? '',
        quantity,
      })),
      refundCents: centsOfUnits(await leftOfOrder(database, order), one.lines),
      currency: order.currency,
      address: [brand.seller.name, ...brand.seller.lines],
    }
    await send(`return-${one.id}`, order.email, returnRequested(facts))
  },
})
