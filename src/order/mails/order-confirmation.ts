import { postalLines } from '#location/rules/postal-lines.ts'
import type { WireRange } from '#shared/date-range.ts'
import { formatPrice } from '#shared/money.ts'
import { longDate } from '#shared/dates.ts'
import { giftBlocks } from '#gift/mails/gift-mails.ts'
import type { MailedGift } from '#gift/mails/gift-mails.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { arrivalBlocks } from '#shipment/mails/shipment-mails.ts'
import {
  invoiceBlocks,
  paidText,
  subscriptionBlocks,
  totalRows,
  type MailedInvoice,
  type MailedOrder,
  type MailedSubscription,
} from './order-parts.ts'

interface OrderConfirmation {
  readonly order: MailedOrder
  readonly invoice: MailedInvoice
  /** Calendar date of the purchase. */
  readonly placedOn: string
  /** As far as is known; null for a gift. */
  readonly arrives: WireRange | null
  /** The sentences the buyer agreed to, as they were shown. */
  readonly terms: readonly string[]
  readonly subscriptions: readonly MailedSubscription[]
  /** Address of the page on which subscriptions are changed and canceled. */
  readonly manageUrl: string
  /** Address of the page on which an order is canceled and a contract withdrawn from (ruling 16). */
  readonly withdrawUrl: string
  /** The recipient; null when it goes to the buyer. */
  readonly gift: MailedGift | null
}

/** Until when a buyer can cancel: of a gift, its recipient has a say from the claim on. */
const cancelUntil = (gift: MailedGift | null): string => (gift === null ? 'it is packed' : 'it is claimed')

const preorderBlocks = ({ lines }: MailedOrder, gift: MailedGift | null): MailBlock[] => {
  const note = lines.find((line) => line.preorderNote !== null)?.preorderNote
  if (note === undefined) return []
  const isAllPreorder = lines.every((line) => line.preorderNote !== null)
  return [
    {
      kind: 'paragraph',
      text: `${isAllPreorder ? 'It' : 'Part of it'} is made to order (${note}). You can cancel it until ${cancelUntil(gift)}.`,
    },
  ]
}

const shippingAddressBlocks = ({ shipTo }: MailedOrder): MailBlock[] => [
  { kind: 'section', title: 'Ships to' },
  { kind: 'lines', lines: postalLines(shipTo) },
]

/** The mail after a purchase: totals, address, and the renewal terms that the buyer agreed to. */
export const orderConfirmation = (facts: OrderConfirmation): MailDocument => {
  const { order, invoice, placedOn, terms, subscriptions, manageUrl, withdrawUrl, gift } = facts
  const total = formatPrice(order.totals.totalCents, order.currency)
  return {
    subject: `Your order ${order.number}`,
    preview: `${total}, placed on ${longDate(placedOn)}.`,
    heading: 'Thank you for your order.',
    blocks: [
      {
        kind: 'paragraph',
        text: `Order ${order.number}, placed on ${longDate(placedOn)}. You paid ${paidText(order, ', on')}.`,
      },
      ...preorderBlocks(order, gift),
      ...arrivalBlocks(facts.arrives),
      { kind: 'rows', rows: totalRows(order) },
      ...invoiceBlocks(invoice),
      ...(gift === null ? shippingAddressBlocks(order) : giftBlocks(gift)),
      {
        kind: 'link',
        before: `Changed your mind? Until ${cancelUntil(gift)} you can `,
        label: 'cancel this order',
        href: withdrawUrl,
        after: '. You don’t need an account.',
      },
      ...subscriptionBlocks(subscriptions, order.currency, manageUrl),
      ...(terms.length === 0 ? [] : [{ kind: 'section', title: 'What you agreed to' } as const]),
      ...terms.map((text) => ({ kind: 'paragraph', text }) as const),
    ],
  }
}
