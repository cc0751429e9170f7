import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailDocument } from '#platform/mail-document.ts'

interface ReturnRequested {
  readonly orderNumber: string
  readonly returnNumber: string
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  readonly refundCents: Cents
  readonly currency: Currency
  /** Where it goes, line by line. */
  readonly address: readonly string[]
}

/** The mail with the instructions of a return. */
export const returnRequested = (facts: ReturnRequested): MailDocument => ({
  subject: `Your return ${facts.returnNumber}`,
  preview: 'How to send it back.',
  heading: 'How to send it back.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Pack what you return of order ${facts.orderNumber}, unopened, and write ${facts.returnNumber} on the package. Please send it within 14 days.`,
    },
    {
      kind: 'rows',
      rows: facts.lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })),
    },
    { kind: 'section', title: 'Where it goes' },
    { kind: 'lines', lines: facts.address },
    {
      kind: 'paragraph',
      text: `When it is here, ${formatPrice(facts.refundCents, facts.currency)} is refunded the way you paid. A subscription goes on as it is.`,
    },
  ],
})
