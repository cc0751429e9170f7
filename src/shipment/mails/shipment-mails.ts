import { postalLines } from '#location/rules/postal-codes.ts'
import type { Address } from '#shared/address.ts'
import { arrivalText } from '#delivery/rules/delivery-times.ts'
import type { WireRange } from '#shared/date-range.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import type { Locale } from '#shared/locale.ts'
import { shipmentMailsMessages } from '../messages/shipment-mails-messages.ts'

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
export const arrivalBlocks = (arrives: WireRange | null, locale: Locale): MailBlock[] =>
  arrives === null ? [] : [{ kind: 'paragraph', text: `${arrivalText(arrives, locale)}.` }]

/** The carrier, with the tracking number and the tracking page. */
const trackingBlocks = (
  { carrier, tracking, trackingUrl }: Pick<MailedShipment, 'carrier' | 'tracking' | 'trackingUrl'>,
  isDelivered: boolean,
  locale: Locale,
): MailBlock[] => {
  if (tracking === null) return []
  const t = shipmentMailsMessages.in(locale)
  if (trackingUrl === null) return [{ kind: 'paragraph', text: t('trackingNumber', { tracking }) }]
  const key = isDelivered ? 'deliveredBy' : 'trackWith'
  return [linkBlock(t.rich(key, { carrier: carrier ?? 'none', tracking, link: linkTo(trackingUrl) }))]
}

/** What is in it, where to follow it, and when it arrives. */
export const shipmentBlocks = (shipment: MailedShipment, locale: Locale): MailBlock[] => [
  {
    kind: 'rows',
    rows: shipment.lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })),
  },
  ...trackingBlocks(shipment, false, locale),
  ...arrivalBlocks(shipment.arrives, locale),
]

/** What was in it, and who brought it. */
export const deliveredBlocks = (shipment: MailedShipment, locale: Locale): MailBlock[] => [
  ...shipmentBlocks({ ...shipment, tracking: null, arrives: null }, locale),
  ...trackingBlocks(shipment, true, locale),
]

const destinationBlocks = (title: string, shipTo: Address, locale: Locale): MailBlock[] => [
  { kind: 'section', title },
  { kind: 'lines', lines: postalLines(shipTo, locale) },
]

const ordersLink = (ordersUrl: string, locale: Locale): MailBlock =>
  linkBlock(shipmentMailsMessages.in(locale).rich('ordersLink', { link: linkTo(ordersUrl) }))

const subjectOf = (
  { number, isPart }: OrderShipment,
  mail: 'shipped' | 'delivered' | 'delayed',
  locale: Locale,
): string => shipmentMailsMessages.in(locale)('subject', { part: isPart ? 'yes' : 'no', number, mail })

/** The mail when a carrier has a shipment. */
export const shipmentShipped = (shipment: OrderShipment, locale: Locale): MailDocument => {
  const t = shipmentMailsMessages.in(locale)
  const { tracking, isPart } = shipment
  return {
    locale,
    subject: subjectOf(shipment, 'shipped', locale),
    preview: tracking === null ? t('onItsWay') : t('trackingPreview', { tracking }),
    heading: t('shippedHeading'),
    blocks: [
      ...shipmentBlocks(shipment, locale),
      ...(isPart ? [{ kind: 'paragraph', text: t('restFollows') } as const] : []),
      ...destinationBlocks(t('shipsTo'), shipment.shipTo, locale),
      ordersLink(shipment.ordersUrl, locale),
    ],
  }
}

/** The mail when it has arrived. */
export const shipmentDelivered = (shipment: OrderShipment, locale: Locale): MailDocument => {
  const t = shipmentMailsMessages.in(locale)
  return {
    locale,
    subject: subjectOf(shipment, 'delivered', locale),
    preview: t('deliveredPreview'),
    heading: t('deliveredHeading'),
    blocks: [
      ...deliveredBlocks(shipment, locale),
      ...destinationBlocks(t('deliveredTo'), shipment.shipTo, locale),
      ordersLink(shipment.ordersUrl, locale),
    ],
  }
}

/** The mail when the carrier says that it arrives later. */
export const shipmentDelayed = (shipment: OrderShipment, locale: Locale): MailDocument => {
  const t = shipmentMailsMessages.in(locale)
  const { arrives } = shipment
  return {
    locale,
    subject: subjectOf(shipment, 'delayed', locale),
    preview: arrives === null ? t('delayedLater') : `${arrivalText(arrives, locale)}.`,
    heading: t('delayedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('delayedText') },
      ...shipmentBlocks(shipment, locale),
      ordersLink(shipment.ordersUrl, locale),
    ],
  }
}
