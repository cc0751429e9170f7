import { isLink } from '#shared/card-face.ts'
import { cardFaceText, cardInSentence } from '#shared/messages/card-text.ts'
import { rangeText } from '#shared/date-range.ts'
import { intervalText } from '#shared/messages/interval-text.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { NoticeKind } from '#subscription/notice/rules/jurisdiction.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import type { NoticeContent } from '#subscription/notice/rules/notice-content.ts'
import type { MailDocument, MailRow } from '#platform/mail-document.ts'
import type { Currency } from '#shared/money.ts'

interface SubscriptionNotice extends NoticeContent {
  readonly kind: NoticeKind
  readonly manageUrl: string
  /** Where reminders are stopped; null for notices that always come. */
  readonly stopUrl: string | null
}

const price = (cents: number | null, currency: Currency): string => formatPrice(cents ?? 0, currency)

const lastOrderText =
  'This is the last order. Your subscription ends with it, and you won’t be charged again.'

/** Says that the order is the last one; empty when another comes. */
const lastOrderSuffix = ({ isLast }: SubscriptionNotice): string => (isLast ? ` ${lastOrderText}` : '')

const untilWhen = ({ remainingOrders }: SubscriptionNotice): string => {
  if (remainingOrders === null) return 'until you cancel'
  return remainingOrders === 1 ? 'with one more order' : `with ${remainingOrders} more orders`
}

interface NoticeText {
  readonly subject: string
  readonly heading: string
  readonly first: string
}

const reductionText = ({ code, planName }: SubscriptionNotice): string =>
  code === null
    ? `Your first order of ${planName} was reduced.`
    : `Your code ${code} for ${planName} has been used for all its orders.`

const endSubject = ({ code }: SubscriptionNotice, on: string): string =>
  code === null ? `Your intro price ends ${on}` : `Your code ends before your order of ${on}`

/** Who pays for the order. Credit can be used before it comes, so the card's part is not promised. */
const paymentText = (notice: SubscriptionNotice): string => {
  const { creditCents, currency, card } = notice
  const byCard = cardInSentence(card)
  if (creditCents === 0) return `charged to ${byCard}.`
  if (toPayCents(notice) === 0)
    return `paid with your current credit. If you use the credit before then, we’ll charge ${byCard}.`
  const byCredit = `${price(creditCents, currency)} of it paid with your current credit`
  return `${byCredit} and ${price(toPayCents(notice), currency)} charged to ${byCard}. If you use the credit before then, we’ll charge ${isLink(card) ? 'it' : 'the card'}.`
}

/** An increase that was undone, while a later one of which the member was notified remains. */
const unchangedTitles = (
  { nextIncrease }: SubscriptionNotice,
  on: string,
): Pick<NoticeText, 'subject' | 'heading'> =>
  nextIncrease === null
    ? { subject: 'The price of your subscription stays the same', heading: 'Your price stays the same.' }
    : {
        subject: `The price of your subscription does not change on ${on}`,
        heading: `No new price on ${on}.`,
      }

const nextIncreaseText = ({ nextIncrease, currency }: SubscriptionNotice): string =>
  nextIncrease === null
    ? ''
    : `, and will cost ${price(nextIncrease.cents, currency)} starting with your ${longDate(nextIncrease.on)} order`

type NoticeTextOf = (notice: SubscriptionNotice, on: string) => NoticeText

const noticeTexts: Readonly<Record<NoticeKind, NoticeTextOf>> = {
  renewal: (notice, on) => ({
    subject: `Your subscription renews on ${on}`,
    heading: `It renews on ${on}.`,
    first: `${notice.planName} renews on ${on} for ${price(notice.totalCents, notice.currency)}, ${paymentText(notice)}${lastOrderSuffix(notice)}`,
  }),
  reminder: (notice, on) => ({
    subject: `Your next order: ${on}`,
    heading: `Your next order is on ${on}.`,
    first: `${notice.planName} will be ordered on ${on} for ${price(notice.totalCents, notice.currency)}, ${paymentText(notice)}${lastOrderSuffix(notice)}`,
  }),
  regular: (notice) => ({
    subject: 'Your subscription at a glance',
    heading: 'Your subscription at a glance.',
    first: `You get ${notice.planName} ${intervalText(notice.intervalMonths)} ${untilWhen(notice)}. Your next order is on ${longDate(notice.nextOn)}.`,
  }),
  'price-increase': ({ planName, newCents, oldCents, currency }, on) => ({
    subject: `The price of your subscription changes on ${on}`,
    heading: `A new price from ${on}.`,
    first: `${planName} will cost ${price(newCents, currency)} instead of ${price(oldCents, currency)}, starting with your ${on} order.`,
  }),
  'price-unchanged': (notice, on) => ({
    ...unchangedTitles(notice, on),
    first: `We told you that ${notice.planName} would cost ${price(notice.newCents, notice.currency)} starting with your ${on} order. We canceled that increase. It still costs ${price(notice.oldCents, notice.currency)}${nextIncreaseText(notice)}.`,
  }),
  'promotion-end': (notice, on) => ({
    subject: endSubject(notice, on),
    heading: `Your intro price ends ${on}.`,
    first: `${reductionText(notice)} From ${on}, it renews at the full price: ${price(notice.totalCents, notice.currency)} total.`,
  }),
  'card-expiry': ({ card, planName }, on) => ({
    subject: 'Your card expires soon',
    heading: 'Your card expires soon.',
    first: `The card ending ${card.last4} pays for ${planName} and is valid until ${on}.`,
  }),
}

/** Which order the day and the total below it are of. */
const orderLabel = ({ kind, nextOn, eventOn }: SubscriptionNotice): string => {
  if (kind === 'promotion-end') return 'First order at the full price'
  return kind === 'price-increase' && nextOn === eventOn ? 'First order at the new price' : 'Next order'
}

const rowsOf = (notice: SubscriptionNotice): readonly MailRow[] => [
  { label: 'What', value: notice.planName },
  { label: 'How often', value: intervalText(notice.intervalMonths) },
  {
    label: orderLabel(notice),
    value: longDate(notice.nextOn),
  },
  ...(notice.arrives === null ? [] : [{ label: 'Arrives', value: rangeText(notice.arrives) }]),
  { label: 'Total', value: price(notice.totalCents, notice.currency), strong: true },
  ...(notice.creditCents === 0
    ? []
    : [
        { label: 'Paid with credit', value: price(notice.creditCents, notice.currency) },
        {
          label: `${cardFaceText(notice.card)} pays`,
          value: price(toPayCents(notice), notice.currency),
        },
      ]),
]

/** An advance notice to a member, with the sentences that apply where the subscription is delivered. */
export const subscriptionNotice = (notice: SubscriptionNotice): MailDocument => {
  const { subject, heading, first } = noticeTexts[notice.kind](notice, longDate(notice.eventOn))
  const [preview = ''] = notice.texts
  return {
    subject,
    preview,
    heading,
    blocks: [
      { kind: 'paragraph', text: first },
      ...notice.texts.map((text) => ({ kind: 'paragraph' as const, text })),
      { kind: 'rows', rows: rowsOf(notice) },
      { kind: 'button', label: 'Change or cancel it', href: notice.manageUrl },
      ...(notice.stopUrl === null
        ? []
        : [
            {
              kind: 'link' as const,
              before: 'We send this before each order. ',
              label: 'Turn off these reminders',
              href: notice.stopUrl,
              after: ' with one click.',
            },
          ]),
    ],
  }
}
