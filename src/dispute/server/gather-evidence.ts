import { isLink } from '#shared/card-face.ts'
import { cardBrandName } from '#payment/card/rules/card.ts'
import { accountById } from '#account/server/accounts.ts'
import { liveSessionsOf } from '#account/server/sessions.ts'
import { addresseeOf, orderMailName } from '#order/rules/order-mail.ts'
import { orderById, orderMailsOf, ordersOf } from '#order/server/orders.ts'
import type { Order, StoredOrderMail } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import { formatPrice } from '#shared/money.ts'
import { carrierName, trackingPage } from '#shipment/rules/carriers.ts'
import { shipmentEvents, shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment, ShipmentMoment } from '#shipment/server/shipments.ts'
import type { EvidenceFacts } from '../rules/evidence.ts'
import { allDisputes } from './all-disputes.ts'
import type { Dispute } from './dispute-record.ts'

const zone = new Intl.DateTimeFormat(brand.locale, { timeZone: brand.timeZone, timeZoneName: 'short' })

const zoneName = (at: Temporal.Instant): string =>
  zone.formatToParts(at.epochMilliseconds).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** `2026-11-20 10:00 EST`: a bank reads it elsewhere. */
const momentText = (at: Temporal.Instant): string => {
  const there = at.toZonedDateTimeISO(brand.timeZone)
  const time = there.toPlainTime().toString({ smallestUnit: 'minute' })
  return `${there.toPlainDate().toString()} ${time} ${zoneName(at)}`
}

const dayText = (at: Temporal.Instant | null): string => (at === null ? '' : momentText(at).slice(0, 10))

const cardText = ({ card }: Pick<Order, 'card'>): string => {
  if (card === null) return 'Paid without a card'
  return isLink(card)
    ? 'Paid with Link, Stripe’s wallet'
    : `Paid with ${cardBrandName(card.brand)} ending in ${card.last4}`
}

const shipmentFacts = (
  shipment: Shipment,
  events: readonly ShipmentMoment[],
): EvidenceFacts['shipments'][number] => ({
  carrier: carrierName(shipment.carrier) ?? '',
  tracking: shipment.tracking ?? '',
  trackingUrl: trackingPage(shipment) ?? '',
  shippedOn: dayText(shipment.shippedAt),
  deliveredOn: dayText(shipment.deliveredAt),
  events: events.map(
    ({ kind, source, at }) =>
      `${momentText(at)}: ${kind.replaceAll('-', ' ')} (${source.replaceAll('-', ' ')})`,
  ),
})

/** A mail that the mail server took; the confirmation repeats what the buyer agreed to. */
const mailText = (mail: StoredOrderMail): string => {
  const terms = mail.kind === 'order-confirmation' ? ' with the terms above' : ''
  const subject = mail.subject === '' ? '' : `: “${mail.subject}”`
  return `${momentText(mail.sentAt)}: ${orderMailName(mail.kind)}${terms}, to ${addresseeOf(mail)}${subject}, ${mail.messageId}`
}

const activityTexts = async (deps: AppDeps, accountId: string): Promise<string[]> => {
  const sessions = await liveSessionsOf(deps.database, accountId, deps.clock.now())
  return sessions.map(({ created_at: since, last_seen_at: last, user_agent: device }) => {
    const [from, until] = [Temporal.Instant.from(since), Temporal.Instant.from(last)]
    return `Signed in on ${momentText(from)}, last active on ${momentText(until)}: ${device}`
  })
}

/** Earlier orders with the same card that no bank disputed; Link does not say which card it was. */
const earlierTexts = async (deps: AppDeps, order: Order): Promise<string[]> => {
  const disputed = new Set((await allDisputes(deps.database)).map(({ chargeId }) => chargeId))
  const earlier = (await ordersOf(deps.database, order.accountId)).filter(
    ({ id, card, chargeId, placedAt }) =>
      id !== order.id &&
      card !== null &&
      !isLink(card) &&
      card.last4 === order.card?.last4 &&
      card.brand === order.card.brand &&
      chargeId !== null &&
      !disputed.has(chargeId) &&
      Temporal.Instant.compare(placedAt, order.placedAt) < 0,
  )
  return earlier.map(
    ({ number, placedAt, totals, currency }) =>
      `${momentText(placedAt)}: order ${number}, ${formatPrice(totals.totalCents, currency)}`,
  )
}

/** Everything that speaks for the shop, from its own records. */
export const gatherEvidence = async (deps: AppDeps, dispute: Dispute): Promise<EvidenceFacts> => {
  const order = await orderById(deps.database, dispute.orderId)
  const shipments = (await shipmentsOf(deps.database, [order.id])).get(order.id) ?? []
  const shipmentIds = shipments.map(({ id }) => id)
  const events = await shipmentEvents(deps.database, shipmentIds)
  const { number, shipTo, totals, currency } = order
  return {
    number,
    placedAt: momentText(order.placedAt),
    name: `${shipTo.firstName} ${shipTo.lastName}`,
    email: (await accountById(deps.database, order.accountId))?.email ?? order.email,
    currency,
    totals,
    amountCents: dispute.amountCents,
    reason: dispute.reason,
    lines: order.lines,
    refundedCents: order.refundedCents,
    card: cardText(order),
    terms: order.terms,
    shipTo,
    shippedTo: shipments.find(({ shippedAt }) => shippedAt !== null)?.shipTo ?? shipTo,
    shipments: shipments.map((shipment) => shipmentFacts(shipment, events.get(shipment.id) ?? [])),
    activity: await activityTexts(deps, order.accountId),
    earlierCharges: await earlierTexts(deps, order),
    mails: (await orderMailsOf(deps.database, order.accountId, [order.id])).map(mailText),
  }
}
