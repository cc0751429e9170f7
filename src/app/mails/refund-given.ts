import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailDocument } from './mail-document.ts'
import { cardName } from './order-parts.ts'

interface RefundGiven {
  readonly orderNumber: string
  /** All of it. */
  readonly cents: Cents
  /** The part that came as credit. */
  readonly creditCents: Cents
  /** Of the whole order. */
  readonly totalCents: Cents
  readonly currency: Currency
  readonly card: { readonly brand: string; readonly last4: string } | null
}

/** The mail when money has gone back to a card. */
export const refundGiven = ({
  orderNumber,
  cents,
  creditCents,
  totalCents,
  currency,
  card,
}: RefundGiven): MailDocument => {
  const amount = formatPrice(cents, currency)
  const toCard = card === null ? 'your card' : `your ${cardName(card)}`
  const credit = `${formatPrice(creditCents, currency)} as credit in your account`
  const to =
    creditCents === 0 ? toCard : creditCents === cents ? 'your account as credit' : `${toCard}, ${credit}`
  const part =
    cents < totalCents ? ` This is a part of the ${formatPrice(totalCents, currency)} you paid.` : ''
  const banks = creditCents === cents ? '' : ' Banks take up to ten days to show it.'
  return {
    subject: `Refund for your order ${orderNumber}`,
    preview: `${amount} went back to ${to}.`,
    heading: creditCents === cents ? 'Your credit is back.' : 'Your refund is on its way.',
    blocks: [
      {
        kind: 'paragraph',
        text: `We gave ${amount} of order ${orderNumber} back to ${to}.${part}${banks}`,
      },
    ],
  }
}
