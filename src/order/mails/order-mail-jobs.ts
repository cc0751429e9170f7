import { z } from 'zod'
import { wantsMail } from '#account/server/accounts.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { giftShippedMails, mailedGift } from '#gift/mails/gift-mail-jobs.ts'
import { invoiceLink } from '#invoice/server/invoices.ts'
import { orderById } from '#order/server/orders.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import type { SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import { dayOf, mailedOrder, mailedSubscription, subscriptionsOfOrder } from './mail-facts.ts'
import { orderConfirmation } from './order-confirmation.ts'
import { orderShipped } from './order-shipped.ts'

const OrderMail = z.object({ orderId: z.uuid(), accountId: z.uuid() })

export const orderMailPayloads = {
  'mail: order confirmation': OrderMail,
  'mail: order shipped': OrderMail,
} as const satisfies JobShapes

/** The mails that follow from events. */
export const orderMails = {
  'order-placed': ({ orderId, accountId }) => [
    { kind: 'mail: order confirmation', payload: { orderId, accountId } },
  ],
  'order-shipped': ({ orderId, accountId }) => [
    { kind: 'mail: order shipped', payload: { orderId, accountId } },
  ],
} satisfies Partial<JobsByEvent<typeof orderMailPayloads>>

/** Mails of orders: the confirmation and the shipment. */
export const createOrderMailJobs = (
  services: SubscriptionDeps,
  send: SendMail,
): JobHandlers<typeof orderMailPayloads> => {
  const { deps } = services
  const manageUrl = `${deps.publicUrl}/account/subscriptions`
  return {
    'mail: order confirmation': async ({ orderId }) => {
      const order = await orderById(deps.database, orderId)
      const subscriptions = (await subscriptionsOfOrder(services, order)).flatMap(mailedSubscription)
      const facts = {
        order: mailedOrder(order, await listPlans(deps)),
        invoice: await invoiceLink(deps, orderId),
        placedOn: dayOf(order.placedAt),
        terms: order.terms,
        subscriptions,
        manageUrl,
        withdrawUrl: `${deps.publicUrl}/withdraw?number=${order.number}`,
        gift: await mailedGift(deps, order),
      }
      await send(`confirmation-${orderId}`, order.email, orderConfirmation(facts))
    },
    'mail: order shipped': async ({ orderId, accountId }) => {
      const order = await orderById(deps.database, orderId)
      const isWanted = await wantsMail(deps.database, accountId, 'order-shipped')
      if (order.kind === 'gift') return giftShippedMails(deps, send, order, isWanted)
      if (!isWanted) return
      const ordersUrl = `${deps.publicUrl}/account/orders`
      const document = orderShipped({ ...order, ordersUrl })
      await send(`shipped-${orderId}`, order.email, document)
    },
  }
}
