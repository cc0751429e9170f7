import { z } from 'zod'
import { wantsMail } from '#account/server/accounts.ts'
import { giftShipmentMails } from '#gift/mails/gift-mail-jobs.ts'
import { wireRange } from '#shared/date-range.ts'
import { arrivalOfShipment, orderById } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { shipmentDelayed, shipmentDelivered, shipmentShipped } from '#shipment/mails/shipment-mails.ts'
import type { MailedShipment } from '#shipment/mails/shipment-mails.ts'
import { carrierName, trackingPage } from '#shipment/rules/carriers.ts'
import { localeOfOrder } from '../server/orders.ts'
import { orderIdOfShipment, shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment } from '#shipment/server/shipments.ts'

const ShipmentMail = z.enum(['shipped', 'delivered', 'delayed'])

export const shipmentMailPayloads = {
  'mail: shipment': z.object({ shipmentId: z.uuid(), mail: ShipmentMail }),
} as const satisfies JobShapes

/** The mails that follow from events: only what a carrier has said. */
export const shipmentMails = {
  'shipment-shipped': ({ shipmentId }) => [
    { kind: 'mail: shipment', payload: { shipmentId, mail: 'shipped' } },
  ],
  'shipment-delivered': ({ shipmentId }) => [
    { kind: 'mail: shipment', payload: { shipmentId, mail: 'delivered' } },
  ],
  'shipment-delayed': ({ shipmentId }) => [
    { kind: 'mail: shipment', payload: { shipmentId, mail: 'delayed' } },
  ],
} satisfies Partial<JobsByEvent<typeof shipmentMailPayloads>>

const mailedShipment = (order: Order, shipment: Shipment, now: Temporal.Instant): MailedShipment => {
  const { lines } = order
  const arrives = arrivalOfShipment(order, shipment, now)
  return {
    lines: shipment.items.map(({ position, lineQuantity }) => ({
      name: lines[position]?.name ?? '',
      quantity: lineQuantity,
    })),
    carrier: carrierName(shipment.carrier),
    tracking: shipment.tracking,
    trackingUrl: trackingPage(shipment),
    arrives: arrives && wireRange(arrives),
  }
}

const documentsOf = {
  shipped: shipmentShipped,
  delivered: shipmentDelivered,
  delayed: shipmentDelayed,
} as const satisfies Record<z.output<typeof ShipmentMail>, unknown>

/** A delay is mailed for each new day, everything else once for a shipment. */
const mailIdOf = (mail: z.output<typeof ShipmentMail>, { id, expectedOn }: Shipment): string =>
  mail === 'delayed' ? `delayed-${id}-${expectedOn?.toString() ?? ''}` : `${mail}-${id}`

/** Mails of shipments; those of a gift go to its recipient too. */
export const createShipmentMailJobs = (
  deps: AppDeps,
  send: SendMail,
): JobHandlers<typeof shipmentMailPayloads> => ({
  'mail: shipment': async ({ shipmentId, mail }) => {
    const orderId = await orderIdOfShipment(deps.database, shipmentId)
    if (orderId === null) return
    const order = await orderById(deps.database, orderId)
    const shipments = (await shipmentsOf(deps.database, [orderId])).get(orderId) ?? []
    const shipment = shipments.find(({ id }) => id === shipmentId)
    if (!shipment) return
    const isWanted = await wantsMail(deps.database, order.accountId, 'order-shipped')
    const id = mailIdOf(mail, shipment)
    const facts = mailedShipment(order, shipment, deps.clock.now())
    if (order.kind === 'gift')
      return giftShipmentMails(
        { deps, send },
        { order, shipment: facts, shipTo: shipment.shipTo, mail, id, isWantedByGiver: isWanted },
      )
    if (!isWanted) return
    const shown = {
      ...facts,
      number: order.number,
      shipTo: shipment.shipTo ?? order.shipTo,
      isPart: shipments.filter(({ state }) => state !== 'canceled').length > 1,
      ordersUrl: `${deps.publicUrl}/account/orders`,
    }
    const document = documentsOf[mail](shown, await localeOfOrder(deps.database, order))
    await send(id, order.email, document, { about: { order, kind: mail } })
  },
})
