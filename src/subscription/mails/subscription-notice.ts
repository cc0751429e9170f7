import { rangeText } from '#shared/date-range.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { NoticeKind } from '#subscription/notice/rules/jurisdiction.ts'
import type { NoticeContent } from '#subscription/notice/rules/notice-content.ts'
import type { MailDocument, MailRow } from '#platform/mail-document.ts'

interface SubscriptionNotice extends NoticeContent {
  readonly kind: NoticeKind
  readonly manageUrl: string
  /** Where reminders are stopped; null for notices that always come. */
  readonly stopUrl: string | null
}

const price = (cents: number | null): string => formatPrice(cents ?? 0, 'USD')

const intervalText = (months: number): string => (months === 1 ? 'every month' : `every ${months} months`)

const lastOrderText = 'It is the last order: your subscription ends with it, and nothing more is charged.'

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
    : `Your code ${code} counts for ${planName} as often as it said, and then ends.`

const endSubject = ({ code }: SubscriptionNotice, on: string): string =>
  code === null ? `Your first price ends on ${on}` : `Your code ends before your order of ${on}`

/** Who pays for the order. Credit can be used before it comes, so the card's part is not promised. */
const paymentText = ({ totalCents, creditCents, card }: SubscriptionNotice): string => {
  const byCard = `the card ending ${card.last4}`
  if (creditCents === 0) return `charged to ${byCard}.`
  if (creditCents === totalCents)
    return `paid by your credit as it stands today. What you use of it before then is charged to ${byCard}.`
  const byCredit = `${price(creditCents)} of it paid by your credit as it stands today`
  return `${byCredit} and ${price(totalCents - creditCents)} charged to ${byCard}. What you use of your credit before then is charged to the card.`
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

const nextIncreaseText = ({ nextIncrease }: SubscriptionNotice): string =>
  nextIncrease === null
    ? ''
    : `, and ${price(nextIncrease.cents)} from your order of ${longDate(nextIncrease.on)} on`

type NoticeTextOf = (notice: SubscriptionNotice, on: string) => NoticeText

const noticeTexts: Readonly<Record<NoticeKind, NoticeTextOf>> = {
  renewal: (notice, on) => ({
    subject: `Your subscription renews on ${on}`,
    heading: `It renews on ${on}.`,
    first: `${notice.planName} renews on ${on} for ${price(notice.totalCents)}, ${paymentText(notice)}${lastOrderSuffix(notice)}`,
  }),
  reminder: (notice, on) => ({
    subject: `Your next order: ${on}`,
    heading: `Your next order comes on ${on}.`,
    first: `${notice.planName} is ordered for you on ${on} for ${price(notice.totalCents)}, ${paymentText(notice)}${lastOrderSuffix(notice)}`,
  }),
  regular: (notice) => ({
    subject: 'What you are subscribed to',
    heading: 'What you are subscribed to.',
    first: `You get ${notice.planName} ${intervalText(notice.intervalMonths)} ${untilWhen(notice)}. The next order comes on ${longDate(notice.nextOn)}.`,
  }),
  'price-increase': ({ planName, newCents, oldCents }, on) => ({
    subject: `The price of your subscription changes on ${on}`,
    heading: `A new price from ${on}.`,
    first: `${planName} costs ${price(newCents)} from your order of ${on} on, in place of ${price(oldCents)}.`,
  }),
  'price-unchanged': (notice, on) => ({
    ...unchangedTitles(notice, on),
    first: `We told you that ${notice.planName} would cost ${price(notice.newCents)} from your order of ${on} on. That increase is canceled: it costs ${price(notice.oldCents)}${nextIncreaseText(notice)}.`,
  }),
  'promotion-end': (notice, on) => ({
    subject: endSubject(notice, on),
    heading: `The full price from ${on}.`,
    first: `${reductionText(notice)} From ${on} on it renews at the full price: ${price(notice.totalCents)} with everything.`,
  }),
  'card-expiry': ({ card, planName }, on) => ({
    subject: 'Your card expires soon',
    heading: 'Your card expires soon.',
    first: `The card ending ${card.last4} pays for ${planName}, and it counts until ${on}.`,
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
  { label: 'Total', value: price(notice.totalCents), strong: true },
  ...(notice.creditCents === 0
    ? []
    : [
        { label: 'Your credit today pays', value: price(notice.creditCents) },
        {
          label: `Card ending ${notice.card.last4} pays`,
          value: price(notice.totalCents - notice.creditCents),
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
              before: 'You get this before each order. ',
              label: 'Stop these reminders',
              href: notice.stopUrl,
              after: ' with one press.',
            },
          ]),
    ],
  }
}
