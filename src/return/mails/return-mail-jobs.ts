import { refundTargetOf } from '#pricing/rules/refund-target.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import { z } from 'zod'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'
import { localeOfOrder } from '#order/server/orders.ts'
import { orderById } from '#order/server/orders.ts'
import { centsOfUnits } from '#pricing/rules/refund-lines.ts'
import { labelAddress } from '../server/return-label-files.ts'
import { leftOfOrder, returnById } from '../server/returns.ts'
import type { OrderReturn } from '../server/returns.ts'
import { returnExpired, returnExpiring, returnNotRefunded } from './return-notices.ts'
import { returnRequested } from './return-requested.ts'

const notices = ['expiring', 'expired', 'not-refunded'] as const

type Notice = (typeof notices)[number]

/** The state of a return for which a notice is sent. */
const statesOf = {
  expiring: 'requested',
  expired: 'expired',
  'not-refunded': 'received',
} as const satisfies Record<Notice, OrderReturn['state']>

const documentsOf = {
  expiring: returnExpiring,
  expired: returnExpired,
  'not-refunded': returnNotRefunded,
} as const satisfies Record<Notice, unknown>

export const returnMailPayloads = {
  'mail: return': z.object({ returnId: z.uuid() }),
  'mail: return notice': z.object({ returnId: z.uuid(), notice: z.enum(notices) }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const returnMails = {
  'return-requested': ({ returnId }) => [{ kind: 'mail: return', payload: { returnId } }],
  'return-expiring': ({ returnId }) => [
    { kind: 'mail: return notice', payload: { returnId, notice: 'expiring' } },
  ],
  'return-expired': ({ returnId }) => [
    { kind: 'mail: return notice', payload: { returnId, notice: 'expired' } },
  ],
  'return-not-refunded': ({ returnId }) => [
    { kind: 'mail: return notice', payload: { returnId, notice: 'not-refunded' } },
  ],
} satisfies Partial<JobsByEvent<typeof returnMailPayloads>>

/** Where the label is; `refused` when the carrier sells none, null when the buyer pays for the way. */
const labelOf = (deps: AppDeps, { id, label }: OrderReturn): { readonly href: string } | 'refused' | null => {
  if (label?.state === 'bought') return { href: labelAddress(deps, id) }
  return label?.state === 'refused' ? 'refused' : null
}

const factsOf = async (deps: AppDeps, one: OrderReturn) => {
  const order = await orderById(deps.database, one.orderId)
  const facts = {
    orderNumber: order.number,
    returnNumber: one.number,
    lines: one.lines
      .map(({ position, quantity, receivedQuantity }) => ({
        name: order.lines[position]?.name ?? '',
        quantity: receivedQuantity ?? quantity,
      }))
      .filter(({ quantity }) => quantity > 0),
    message: one.message,
    refundCents: centsOfUnits(await leftOfOrder(deps.database, order), one.lines),
    refundTo: refundTargetOf(paidBy(order.totals)),
    currency: order.currency,
    address: [brand.seller.name, ...brand.seller.lines],
    sendBy: one.expiresOn.toString(),
    label: labelOf(deps, one),
    hadLabel: (one.label?.carrierLabel ?? null) !== null,
  }
  return { facts, order, locale: await localeOfOrder(deps.database, order) }
}

/** Mails of returns; one that was canceled or came meanwhile needs none. */
export const createReturnMailJobs = (
  deps: AppDeps,
  send: SendMail,
): JobHandlers<typeof returnMailPayloads> => ({
  'mail: return': async ({ returnId }) => {
    const one = await returnById(deps.database, returnId)
    if (one?.state !== 'requested') return
    const { facts, order, locale } = await factsOf(deps, one)
    const about = { order, kind: 'return-requested' } as const
    await send(`return-${one.id}`, order.email, returnRequested(facts, locale), { about })
  },
  'mail: return notice': async ({ returnId, notice }) => {
    const one = await returnById(deps.database, returnId)
    if (one?.state !== statesOf[notice]) return
    const { facts, order, locale } = await factsOf(deps, one)
    const about = { order, kind: `return-${notice}` } as const
    const document = documentsOf[notice](facts, locale)
    await send(`return-${notice}-${one.id}`, order.email, document, { about })
  },
})
