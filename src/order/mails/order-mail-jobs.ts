import { z } from 'zod'
import { listPlans } from '#catalogue/server/plans.ts'
import { mailedGift } from '#gift/mails/gift-mail-jobs.ts'
import { invoiceLink } from '#invoice/server/invoices.ts'
import { wireRange } from '#shared/date-range.ts'
import { arrivalOfPlaced, orderById } from '#order/server/orders.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import type { SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import { dayOf, mailedOrder, mailedSubscription, subscriptionsOfOrder } from './mail-facts.ts'
import { orderConfirmation } from './order-confirmation.ts'

const OrderMail = z.object({ orderId: z.uuid(), accountId: z.uuid() })

export const orderMailPayloads = {
  'mail: order confirmation': OrderMail,
} as const satisfies JobShapes

/** The mails that follow from events. */
export const orderMails = {
  'order-placed': ({ orderId, accountId }) => [
    { kind: 'mail: order confirmation', payload: { orderId, accountId } },
  ],
} satisfies Partial<JobsByEvent<typeof orderMailPayloads>>

/** The confirmation of an order. */
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
      const arrives = await arrivalOfPlaced(deps, orderId)
      const facts = {
        order: mailedOrder(order, await listPlans(deps)),
        invoice: await invoiceLink(deps, orderId),
        placedOn: dayOf(order.placedAt),
        arrives: arrives && wireRange(arrives),
        terms: order.terms,
        subscriptions,
        manageUrl,
        withdrawUrl: `${deps.publicUrl}/withdraw?number=${order.number}`,
        gift: await mailedGift(deps, order),
      }
      await send(`confirmation-${orderId}`, order.email, orderConfirmation(facts))
    },
  }
}
