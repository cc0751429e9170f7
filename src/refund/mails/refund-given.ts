import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { cardValues } from '#order/mails/order-parts.ts'
import { refundTargetOf } from '#pricing/rules/refund-target.ts'
import type { Locale } from '#shared/locale.ts'
import { refundMailsMessages } from '../messages/refund-mails-messages.ts'

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

/** What the refund means for the ordered items; nothing if the order continues. */
const consequenceBlocks = ({ gift, isCanceled }: RefundGiven, locale: Locale): MailBlock[] => {
  const t = refundMailsMessages.in(locale)
  if (gift !== null) return [{ kind: 'paragraph', text: gift === 'ends' ? t('giftEnds') : t('giftStays') }]
  return isCanceled ? [{ kind: 'paragraph', text: t('canceled') }] : []
}

/** Which amount went where; with two of them, each with its own amount. */
const amountsOf = ({ split, currency, card }: RefundGiven, locale: Locale) => ({
  ...cardValues(card),
  target: refundTargetOf(split),
  amount: formatPrice(splitSum(split), currency, locale),
  byCard: formatPrice(split.cardCents, currency, locale),
  asCredit: formatPrice(split.creditCents, currency, locale),
})

/** Words of an operator may end their sentence. */
const ended = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)

/** Why it was refunded, and the lines; a single amount is in the text already. */
const contentBlocks = ({ rows, reason, currency }: RefundGiven, locale: Locale): MailBlock[] => {
  const t = refundMailsMessages.in(locale)
  return [
    ...(reason === null
      ? []
      : [{ kind: 'paragraph', text: t('reason', { reason: ended(reason) }) } as const]),
    ...(rows.length === 0
      ? []
      : [
          {
            kind: 'rows',
            rows: rows.map(({ name, cents }) => ({
              label: name,
              value: formatPrice(cents, currency, locale),
            })),
          } as const,
        ]),
  ]
}

const blocksOf = (facts: RefundGiven, locale: Locale): MailBlock[] => {
  const { orderNumber, split, totalCents, currency } = facts
  const t = refundMailsMessages.in(locale)
  const sentences = [
    t('text', { number: orderNumber, ...amountsOf(facts, locale) }),
    ...(splitSum(split) < totalCents
      ? [t('part', { total: formatPrice(totalCents, currency, locale) })]
      : []),
    ...(split.cardCents === 0 ? [] : [t('banks')]),
  ]
  return [
    { kind: 'paragraph', text: sentences.join(' ') },
    ...contentBlocks(facts, locale),
    ...consequenceBlocks(facts, locale),
  ]
}

/** The mail after a refund, to a card, as credit, or both. */
export const refundGiven = (facts: RefundGiven, locale: Locale): MailDocument => {
  const t = refundMailsMessages.in(locale)
  return {
    locale,
    subject: t('subject', { number: facts.orderNumber }),
    preview: t('preview', amountsOf(facts, locale)),
    heading: facts.split.cardCents === 0 ? t('headingCredit') : t('headingCard'),
    blocks: blocksOf(facts, locale),
  }
}
