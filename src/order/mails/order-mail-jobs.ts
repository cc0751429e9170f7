import { z } from 'zod'
import { listPlans } from '#catalogue/server/plans.ts'
import { mailedGift } from '#gift/mails/gift-mail-jobs.ts'
import { wireRange } from '#shared/date-range.ts'
import { isClaimed } from '#order/rules/gift-claim.ts'
import { currentArrival, isPackingBegun, orderById } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import { together } from '#platform/gathered.ts'
import type { SendMail } from '#platform/mail-document.ts'
import type { SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import { dayOf, mailedOrder, mailedSubscription, createOrderReads } from './mail-facts.ts'
import { localeOfOrder } from '../server/orders.ts'
import { orderLate } from './order-late.ts'
import { orderConfirmation } from './order-confirmation.ts'

const OrderMail = z.object({ orderId: z.uuid(), accountId: z.uuid() })

export const orderMailPayloads = {
  // `copy`: sent again because somebody asked for it, as a mail of its own.
  'mail: order confirmation': OrderMail.extend({ copy: z.uuid().optional() }),
  'mail: order late': OrderMail,
} as const satisfies JobShapes

/** The mails that follow from events. */
export const orderMails = {
  'order-placed': ({ orderId, accountId }) => [
    { kind: 'mail: order confirmation', payload: { orderId, accountId } },
  ],
  'order-mail-requested': ({ orderId, accountId, copy }) => [
    { kind: 'mail: order confirmation', payload: { orderId, accountId, copy } },
  ],
  'order-late': ({ orderId, accountId }) => [{ kind: 'mail: order late', payload: { orderId, accountId } }],
} satisfies Partial<JobsByEvent<typeof orderMailPayloads>>

const mailLate = async (deps: AppDeps, send: SendMail, orderId: string): Promise<void> => {
  const order = await orderById(deps.database, orderId)
  // Canceled, shipped or put on hold since.
  if (order.state !== 'placed' || order.isHeld || order.ships === null) return
  const arrives = await currentArrival(deps, order)
  const isPacking = await isPackingBegun(deps.database, orderId)
  const facts = {
    number: order.number,
    promisedOn: order.ships.until.toString(),
    arrives: arrives && wireRange(arrives),
    isPacking,
    cancelUrl: isPacking || isClaimed(order) ? null : `${deps.publicUrl}/withdraw?number=${order.number}`,
  }
  const document = orderLate(facts, await localeOfOrder(deps.database, order))
  await send(`late-${orderId}`, order.email, document, { about: { order, kind: 'order-late' } })
}

/** The confirmation of an order, and the notice that it ships later. */
export const createOrderMailJobs = (
  services: SubscriptionDeps,
  send: SendMail,
): JobHandlers<typeof orderMailPayloads> => {
  const { deps } = services
  const manageUrl = `${deps.publicUrl}/account/subscriptions`
  const read = createOrderReads(services)
  return {
    'mail: order confirmation': async ({ orderId, copy }) => {
      const [order, invoice] = await together([read.order(orderId), read.invoice(orderId)])
      const [subscriptions, arrives, plans, gift, locale] = await together([
        read.upcoming(order),
        read.arrival(order),
        listPlans(deps, order.currency),
        mailedGift(deps, order),
        read.locale(order),
      ])
      const facts = {
        order: mailedOrder(order, plans),
        invoice,
        placedOn: dayOf(order.placedAt),
        arrives: arrives && wireRange(arrives),
        terms: order.terms,
        subscriptions: subscriptions.flatMap(mailedSubscription),
        manageUrl,
        withdrawUrl: `${deps.publicUrl}/withdraw?number=${order.number}`,
        gift,
      }
      const id = `confirmation-${orderId}${copy === undefined ? '' : `-${copy}`}`
      const document = orderConfirmation(facts, locale)
      await send(id, order.email, document, { about: { order, kind: 'order-confirmation' } })
    },
    'mail: order late': ({ orderId }) => mailLate(deps, send, orderId),
  }
}
