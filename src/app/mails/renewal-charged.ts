import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { MailDocument } from './mail-document.ts'
import { invoiceBlocks, paidWords, sumRows, type MailedInvoice, type MailedOrder } from './order-parts.ts'

interface RenewalCharged {
  readonly order: MailedOrder
  readonly invoice: MailedInvoice
  /** Calendar date of the charge. */
  readonly chargedOn: string
  /** Calendar date of the next one; null when the subscription has ended since. */
  readonly nextOn: string | null
  readonly manageUrl: string
}

/** The mail after a renewal: what was charged, for what, and when and how it can be stopped. */
export const renewalCharged = ({
  order,
  invoice,
  chargedOn,
  nextOn,
  manageUrl,
}: RenewalCharged): MailDocument => {
  const total = formatPrice(order.totalCents, order.currency)
  const next = nextOn === null ? 'No further order is planned.' : `Your next order is on ${longDate(nextOn)}.`
  return {
    subject: `Your subscription renewed: order ${order.number}`,
    preview: `${total} on ${longDate(chargedOn)}. ${next}`,
    heading: 'Your subscription has renewed.',
    blocks: [
      {
        kind: 'paragraph',
        text: `On ${longDate(chargedOn)} we charged ${paidWords(order, ' to')}, for order ${order.number}.`,
      },
      { kind: 'rows', rows: sumRows(order) },
      ...invoiceBlocks(invoice),
      { kind: 'paragraph', text: next },
      {
        kind: 'link',
        before: 'To skip it, change its date, pause or cancel, go to ',
        label: 'your subscriptions',
        href: manageUrl,
        after: '. There is no call to make and no second offer.',
      },
    ],
  }
}
