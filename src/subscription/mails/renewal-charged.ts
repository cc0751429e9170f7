import { longDate } from '#shared/dates.ts'
import type { WireRange } from '#shared/date-range.ts'
import { formatPrice } from '#shared/money.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { arrivalBlocks } from '#shipment/mails/shipment-mails.ts'
import {
  invoiceBlocks,
  paidText,
  totalRows,
  type MailedInvoice,
  type MailedOrder,
} from '#order/mails/order-parts.ts'

interface RenewalCharged {
  readonly order: MailedOrder
  readonly invoice: MailedInvoice
  /** Calendar date of the charge. */
  readonly chargedOn: string
  /** Calendar date of the next one; null when the subscription has ended since. */
  readonly nextOn: string | null
  /** As far as is known. */
  readonly arrives: WireRange | null
  /** It was the last order of a subscription that ended with it. */
  readonly hasExpired: boolean
  readonly manageUrl: string
}

const nextOrderText = ({ nextOn, hasExpired }: Pick<RenewalCharged, 'nextOn' | 'hasExpired'>): string => {
  if (hasExpired)
    return 'This was the last order. Your subscription has ended, and you won’t be charged again.'
  return nextOn === null ? 'You have no upcoming orders.' : `Your next order is on ${longDate(nextOn)}.`
}

const manageBlock = ({
  hasExpired,
  manageUrl,
}: Pick<RenewalCharged, 'hasExpired' | 'manageUrl'>): MailBlock => ({
  kind: 'link',
  before: hasExpired ? 'To start it again, go to ' : 'To skip, reschedule, pause or cancel it, go to ',
  label: 'your subscriptions',
  href: manageUrl,
  after: hasExpired ? '.' : '. You don’t need to call.',
})

/** The mail after a renewal: what was charged, for what, and until when and how it can be stopped. */
export const renewalCharged = ({
  order,
  invoice,
  chargedOn,
  arrives,
  ...after
}: RenewalCharged): MailDocument => {
  const total = formatPrice(order.totals.totalCents, order.currency)
  const next = nextOrderText(after)
  return {
    subject: after.hasExpired
      ? `Your subscription has ended: order ${order.number}`
      : `Your subscription renewed: order ${order.number}`,
    preview: `${total} on ${longDate(chargedOn)}. ${next}`,
    heading: after.hasExpired ? 'Your subscription has ended.' : 'Your subscription has renewed.',
    blocks: [
      {
        kind: 'paragraph',
        text: `On ${longDate(chargedOn)}, we charged ${paidText(order, ' to')}, for order ${order.number}.`,
      },
      ...arrivalBlocks(arrives),
      { kind: 'rows', rows: totalRows(order) },
      ...invoiceBlocks(invoice),
      { kind: 'paragraph', text: next },
      manageBlock(after),
    ],
  }
}
