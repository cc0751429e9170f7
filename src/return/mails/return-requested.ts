import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { RefundTarget } from '#pricing/rules/refund-target.ts'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'

/** What the mails of a return say. */
export interface ReturnFacts {
  readonly orderNumber: string
  readonly returnNumber: string
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  readonly refundCents: Cents
  readonly refundTo: RefundTarget
  readonly currency: Currency
  /** Where it goes, line by line. */
  readonly address: readonly string[]
  /** The last day on which it can be sent, as `2031-03-05`. */
  readonly sendBy: string
  /** The prepaid label; `refused` when the carrier sells none, null when the buyer pays for the way. */
  readonly label: { readonly href: string } | 'refused' | null
  /** Whether there was a label once. */
  readonly hadLabel: boolean
  /** The message to its buyer about the contents of the package; null for none. */
  readonly message: string | null
}

/** How the package goes back: with the shop's label, or by the buyer's choice. */
export const labelBlocks = ({ label }: Pick<ReturnFacts, 'label'>): readonly MailBlock[] => {
  if (label === null)
    return [{ kind: 'paragraph', text: 'Send it with a carrier of your choice, at your expense.' }]
  if (label === 'refused')
    return [
      {
        kind: 'paragraph',
        text: `Our carrier couldn’t create a label for your address. Please email ${brand.supportEmail} before you send it. We’ll pay for return shipping.`,
      },
    ]
  return [
    {
      kind: 'paragraph',
      text: 'Print the prepaid label, attach it to the package and hand it to the carrier.',
    },
    { kind: 'button', label: 'Open the label', href: label.href },
  ]
}

/** What is in the return, by line. */
export const returnRows = ({ lines }: Pick<ReturnFacts, 'lines'>): MailBlock => ({
  kind: 'rows',
  rows: lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })),
})

/** The mail with the instructions of a return. */
export const returnRequested = (facts: ReturnFacts): MailDocument => ({
  subject: `Your return ${facts.returnNumber}`,
  preview: 'How to send it back.',
  heading: 'How to send it back.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Pack the unopened items from order ${facts.orderNumber} and write ${facts.returnNumber} on the package. Please send it by ${longDate(facts.sendBy)}.`,
    },
    returnRows(facts),
    ...labelBlocks(facts),
    { kind: 'section', title: 'Ships to' },
    { kind: 'lines', lines: facts.address },
    {
      kind: 'paragraph',
      text: `When we receive it, ${formatPrice(facts.refundCents, facts.currency)} will be refunded ${refundTargetText(facts.refundTo)}. Your subscription continues.`,
    },
  ],
})
