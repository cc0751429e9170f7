import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { cardName } from '#order/mails/order-parts.ts'

interface RefundGiven {
  readonly orderNumber: string
  readonly split: PaymentSplit
  /** Of the whole order. */
  readonly totalCents: Cents
  readonly currency: Currency
  readonly card: { readonly brand: string; readonly last4: string } | null
  /** The order was canceled before it shipped. */
  readonly isCanceled: boolean
  /** What it is for: each with its tax. */
  readonly rows: readonly { readonly name: string; readonly cents: Cents }[]
  /** Why, in words; null for none. */
  readonly reason: string | null
  /** What the refund means for a gift that has not shipped; null for every other order. */
  readonly gift: 'stays' | 'ends' | null
}

const giftTexts = {
  stays: 'The gift can still be claimed.',
  ends: 'The gift is canceled too. Its link no longer works.',
} as const

/** What the refund means for the ordered items; nothing if the order continues. */
const consequenceBlocks = ({ gift, isCanceled }: RefundGiven): MailBlock[] => {
  const text = gift === null ? 'The order is canceled and will not ship.' : giftTexts[gift]
  return gift === null && !isCanceled ? [] : [{ kind: 'paragraph', text }]
}

/** Which amount went where; with two of them, each with its own amount. */
const destinationOf = ({ split, currency, card }: RefundGiven): string => {
  const toCard = card === null ? 'your card' : `your ${cardName(card)}`
  const { cardCents, creditCents } = split
  if (creditCents === 0) return `back to ${toCard}`
  if (cardCents === 0) return 'back to your account as credit'
  const [byCard, asCredit] = [formatPrice(cardCents, currency), formatPrice(creditCents, currency)]
  return `back: ${byCard} to ${toCard} and ${asCredit} to your account as credit`
}

/** Words of an operator may end their sentence. */
const ended = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)

/** Why it was refunded, and what for; a single sum says nothing that the text does not. */
const contentBlocks = ({ rows, reason, currency }: RefundGiven): MailBlock[] => [
  ...(reason === null ? [] : [{ kind: 'paragraph', text: `Reason: ${ended(reason)}` } as const]),
  ...(rows.length === 0
    ? []
    : [
        {
          kind: 'rows',
          rows: rows.map(({ name, cents }) => ({ label: name, value: formatPrice(cents, currency) })),
        } as const,
      ]),
]

const blocksOf = (facts: RefundGiven): MailBlock[] => {
  const { orderNumber, split, totalCents, currency } = facts
  const cents = splitSum(split)
  const part =
    cents < totalCents ? ` This is a part of the ${formatPrice(totalCents, currency)} you paid.` : ''
  const banks = split.cardCents === 0 ? '' : ' Your bank may take up to ten days to show the refund.'
  const text = `We refunded ${formatPrice(cents, currency)} for order ${orderNumber} ${destinationOf(facts)}.${part}${banks}`
  return [{ kind: 'paragraph', text }, ...contentBlocks(facts), ...consequenceBlocks(facts)]
}

/** The mail after a refund, to a card, as credit, or both. */
export const refundGiven = (facts: RefundGiven): MailDocument => {
  const { orderNumber, split, currency } = facts
  return {
    subject: `Refund for your order ${orderNumber}`,
    preview: `${formatPrice(splitSum(split), currency)} went ${destinationOf(facts)}.`,
    heading: split.cardCents === 0 ? 'Your credit is back.' : 'Your refund is on its way.',
    blocks: blocksOf(facts),
  }
}
