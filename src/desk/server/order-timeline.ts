import { cardEndingText } from '#payment/card/rules/card.ts'
import { refundReasonText } from '#payment/refund/rules/refund.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import type { Dispute } from '#dispute/server/disputes.ts'
import { addresseeOf, orderMailName } from '#order/rules/order-mail.ts'
import type { Order, StoredOrderMail } from '#order/server/orders.ts'
import { carrierName } from '#shipment/rules/carriers.ts'
import type { ShipmentHistory } from '#shipment/server/shipments.ts'
import type { StoredEntry } from '#staff/server/audits.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import { brand } from '#shared/brand.ts'
import { dateIn, longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { DeskOrder } from '../endpoints.ts'
import { maskedEmail } from '../rules/masked-email.ts'

type TimelineEntry = Omit<DeskOrder['timeline'][number], 'is_confirmation'> & {
  readonly is_confirmation?: boolean
}

const placed = (order: Order): TimelineEntry => {
  const { totalCents } = order.totals
  const { creditCents } = paidBy(order.totals)
  const card = order.card ? ` from ${cardEndingText(order.card)}` : ''
  const credit = creditCents > 0 ? `, of which ${formatPrice(creditCents, order.currency)} from credit` : ''
  return {
    at: order.placedAt.toString(),
    text: `Placed and paid: ${formatPrice(totalCents, order.currency)}${card}${credit}`,
    detail: order.terms[0] ?? '',
    tone: 'plain',
  }
}

const shipmentTexts: ReadonlyMap<string, string> = new Map([
  ['packed', 'Packed'],
  ['on-hold', 'On hold'],
  ['pending', 'Released: waits to be packed'],
  ['shipped', 'Shipped'],
  ['in-transit', 'In transit'],
  ['delivered', 'Delivered'],
  ['lost', 'Lost'],
  ['returned-to-sender', 'Returned to sender'],
  ['canceled', 'Shipment canceled'],
  ['delayed', 'Delayed'],
])

const troubles = ['lost', 'returned-to-sender', 'on-hold', 'delayed']

const shipped = ({ shipment, events }: ShipmentHistory): TimelineEntry[] =>
  events.map(({ kind, source, at }) => {
    const carrier = carrierName(shipment.carrier)
    const by =
      kind === 'shipped' && shipment.tracking ? ` with ${carrier ?? 'a carrier'}, ${shipment.tracking}` : ''
    return {
      at: at.toString(),
      text: `${shipmentTexts.get(kind) ?? kind}${by}`,
      detail: `${shipment.isReship ? 'Sent again free of charge. ' : ''}Source: ${source}`,
      tone: troubles.includes(kind) ? 'bad' : 'plain',
    }
  })

const refunded = (refund: Refund): TimelineEntry => ({
  at: refund.requestedAt.toString(),
  text: `Refund of ${formatPrice(splitSum(refund.split), refund.currency)}: ${refund.state}`,
  detail: refundReasonText(refund.reason, refund.note) ?? '',
  tone: refund.state === 'refused' ? 'bad' : 'plain',
})

const disputed = (dispute: Dispute): TimelineEntry[] => [
  {
    at: dispute.openedAt.toString(),
    text: `Dispute opened by the bank: ${formatPrice(dispute.amountCents, dispute.currency)}`,
    detail: `Reason: ${dispute.reason}. ${
      dispute.evidenceDueAt && !dispute.closedAt
        ? `Evidence is due by ${longDate(dateIn(dispute.evidenceDueAt, brand.timeZone).toString())}.`
        : ''
    }`.trim(),
    tone: 'bad',
  },
  ...(dispute.closedAt
    ? [
        {
          at: dispute.closedAt.toString(),
          text: `Dispute closed: ${dispute.state}`,
          detail: '',
          tone: 'plain' as const,
        },
      ]
    : []),
]

/** Actions of staff that no other table has. */
const staffTexts: ReadonlyMap<string, string> = new Map([
  ['order.held', 'Held'],
  ['order.released', 'Released'],
  ['order.packed', 'Packed'],
  ['order.shipped', 'Shipped'],
  ['order.address-corrected', 'Address corrected'],
  ['order.mail-resent', 'Confirmation requested again'],
  ['order.refunded', 'Refunded'],
  ['order.reshipped', 'Sent again free of charge'],
  ['approval.requested', 'Approval of a refund asked for'],
  ['approval.approved', 'Refund approved'],
  ['approval.refused', 'Approval of a refund refused'],
  ['approval.withdrawn', 'Request for approval withdrawn'],
  ['return.received', 'Return received'],
  ['withdrawal.received', 'Goods of the withdrawal received'],
  ['problem.refunded', 'Report of a problem refunded'],
  ['problem.reshipped', 'Sent again for a report of a problem'],
  ['problem.declined', 'Report of a problem declined'],
  ['refund.repeated', 'Refused refund given once more'],
  ['refund.closed', 'Refused refund closed, because nothing is left of it,'],
  ['dispute.answered', 'Evidence sent to the bank'],
  ['dispute.accepted', 'Loss of the dispute accepted'],
])

const acted = ({ at, actor, action, reason }: StoredEntry): TimelineEntry[] => {
  const text = staffTexts.get(action)
  return text === undefined
    ? []
    : [
        {
          at: at.toString(),
          text: `${text} by ${actor}`,
          detail: reason === '' ? '' : `“${reason}”`,
          tone: 'quiet',
        },
      ]
}

/** What the mail server took; a mail that it refused is not here. */
const mailed = (mail: StoredOrderMail, showsNames: boolean): TimelineEntry => {
  const sentTo = showsNames || mail.sentTo === '' ? mail.sentTo : maskedEmail(mail.sentTo)
  return {
    at: mail.sentAt.toString(),
    text: `${orderMailName(mail.kind)} sent to ${addresseeOf({ ...mail, sentTo })}`,
    detail: mail.subject === '' ? '' : `“${mail.subject}”`,
    tone: 'quiet',
    is_confirmation: mail.kind === 'order-confirmation',
  }
}

interface TimelineFacts {
  readonly order: Order
  readonly shipments: readonly ShipmentHistory[]
  readonly refunds: readonly Refund[]
  readonly disputes: readonly Dispute[]
  readonly entries: readonly StoredEntry[]
  readonly mails: readonly StoredOrderMail[]
}

/** Everything that happened to an order, the newest first; without details and addresses for roles that see no names. */
export const timelineOf = (
  { order, shipments, refunds, disputes, entries, mails }: TimelineFacts,
  showsNames: boolean,
): DeskOrder['timeline'] => {
  const canceled: TimelineEntry[] = order.canceledAt
    ? [{ at: order.canceledAt.toString(), text: 'Canceled', detail: '', tone: 'plain' }]
    : []
  const happened = [
    placed(order),
    ...canceled,
    ...shipments.flatMap(shipped),
    ...refunds.map(refunded),
    ...disputes.flatMap(disputed),
    ...entries.flatMap(acted),
    ...mails.map((mail) => mailed(mail, showsNames)),
  ].toSorted((a, b) => Temporal.Instant.compare(b.at, a.at))
  return happened.map(({ is_confirmation: isConfirmation = false, detail, ...one }) => ({
    ...one,
    detail: showsNames ? detail : '',
    is_confirmation: isConfirmation,
  }))
}
