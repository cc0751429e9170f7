import { postalLines } from '#location/rules/postal-lines.ts'
import type { Address } from '#shared/address.ts'
import { arrivalText } from '#delivery/rules/arrival-text.ts'
import type { WireRange } from '#shared/date-range.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'

/** A shipment as its mails describe it. */
export interface MailedShipment {
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  /** The carrier's name; null for an old shipment. */
  readonly carrier: string | null
  readonly tracking: string | null
  /** The carrier's page for it; null for a carrier without one. */
  readonly trackingUrl: string | null
  /** As far as is known; null when it has arrived. */
  readonly arrives: WireRange | null
}

/** A shipment of an order, to its buyer. */
export interface OrderShipment extends MailedShipment {
  readonly number: string
  readonly shipTo: Address
  /** Other things of the order ship on their own. */
  readonly isPart: boolean
  /** The page with the member's orders. */
  readonly ordersUrl: string
}

/** The sentence about when something arrives. */
export const arrivalBlocks = (arrives: WireRange | null): MailBlock[] =>
  arrives === null ? [] : [{ kind: 'paragraph', text: `${arrivalText(arrives)}.` }]

/** Who has it, or brought it, with its number and where to follow it. */
const trackingBlocks = (
  { carrier, tracking, trackingUrl }: Pick<MailedShipment, 'carrier' | 'tracking' | 'trackingUrl'>,
  isDelivered: boolean,
): MailBlock[] => {
  if (tracking === null) return []
  if (trackingUrl === null) return [{ kind: 'paragraph', text: `Tracking number: ${tracking}` }]
  const who = carrier ?? 'The carrier'
  const before = isDelivered
    ? `${who} has delivered it, number `
    : `${who} has your package. Track it with number `
  return [{ kind: 'link', before, label: tracking, href: trackingUrl, after: '.' }]
}

/** What is in it, where to follow it, and when it arrives. */
export const shipmentBlocks = (shipment: MailedShipment): MailBlock[] => [
  {
    kind: 'rows',
    rows: shipment.lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })),
  },
  ...trackingBlocks(shipment, false),
  ...arrivalBlocks(shipment.arrives),
]

/** What was in it, and who brought it. */
export const deliveredBlocks = (shipment: MailedShipment): MailBlock[] => [
  ...shipmentBlocks({ ...shipment, tracking: null, arrives: null }),
  ...trackingBlocks(shipment, true),
]

const destinationBlocks = (title: string, shipTo: Address): MailBlock[] => [
  { kind: 'section', title },
  { kind: 'lines', lines: postalLines(shipTo) },
]

const ordersLink = (ordersUrl: string): MailBlock => ({
  kind: 'link',
  before: 'See all details in ',
  label: 'your orders',
  href: ordersUrl,
  after: '.',
})

const nameOf = ({ number, isPart }: OrderShipment): string =>
  `${isPart ? 'Part of order' : 'Order'} ${number}`

/** The mail when a carrier has a shipment. */
export const shipmentShipped = (shipment: OrderShipment): MailDocument => ({
  subject: `${nameOf(shipment)} has shipped`,
  preview: shipment.tracking === null ? 'It’s on its way to you.' : `Tracking number ${shipment.tracking}.`,
  heading: 'Your package is on its way.',
  blocks: [
    ...shipmentBlocks(shipment),
    ...(shipment.isPart
      ? [{ kind: 'paragraph', text: 'The rest of your order ships separately.' } as const]
      : []),
    ...destinationBlocks('Ships to', shipment.shipTo),
    ordersLink(shipment.ordersUrl),
  ],
})

/** The mail when it has arrived. */
export const shipmentDelivered = (shipment: OrderShipment): MailDocument => ({
  subject: `${nameOf(shipment)} was delivered`,
  preview: 'The carrier reports that it was delivered.',
  heading: 'Your package has arrived.',
  blocks: [
    ...deliveredBlocks(shipment),
    ...destinationBlocks('Delivered to', shipment.shipTo),
    ordersLink(shipment.ordersUrl),
  ],
})

/** The mail when the carrier says that it arrives later. */
export const shipmentDelayed = (shipment: OrderShipment): MailDocument => ({
  subject: `${nameOf(shipment)} is delayed`,
  preview: shipment.arrives === null ? 'It will arrive later.' : `${arrivalText(shipment.arrives)}.`,
  heading: 'Your package arrives later.',
  blocks: [
    { kind: 'paragraph', text: 'The carrier needs more time. You don’t need to do anything.' },
    ...shipmentBlocks(shipment),
    ordersLink(shipment.ordersUrl),
  ],
})
