import { isLink } from '#shared/card-face.ts'
import { cardFaceText, cardInSentence } from '#shared/messages/card-text.ts'
import { rangeText } from '#shared/date-range.ts'
import { intervalText } from '#shared/messages/interval-text.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { NoticeKind } from '#subscription/notice/rules/jurisdiction.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import type { NoticeContent } from '#subscription/notice/rules/notice-content.ts'
import type { MailBlock, MailDocument, MailRow } from '#platform/mail-document.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import type { Locale } from '#shared/locale.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { subscriptionMailsMessages } from '../messages/subscription-mails-messages.ts'

interface SubscriptionNotice extends NoticeContent {
  readonly kind: NoticeKind
  readonly manageUrl: string
  /** Where reminders are stopped; null for notices that always come. */
  readonly stopUrl: string | null
}

interface NoticeText {
  readonly subject: string
  readonly heading: string
  readonly first: string
}

/** Everything that the first sentence of a notice names, written in its language. */
const valuesOf = (notice: SubscriptionNotice, locale: Locale) => {
  const price = (cents: number | null): string => formatPrice(cents ?? 0, notice.currency, locale)
  const { creditCents, card, nextIncrease } = notice
  const byCredit = toPayCents(notice) === 0 ? 'credit' : 'both'
  return {
    plan: notice.planName,
    day: longDate(notice.eventOn, locale),
    total: price(notice.totalCents),
    payment: creditCents === 0 ? 'card' : byCredit,
    card: cardInSentence(card, locale),
    link: isLink(card) ? 'yes' : 'no',
    last4: card.last4,
    credit: price(creditCents),
    rest: price(toPayCents(notice)),
    last: notice.isLast ? 'yes' : 'no',
    old: price(notice.oldCents),
    new: price(notice.newCents),
    next: nextIncrease === null ? 'none' : price(nextIncrease.cents),
    nextDay: nextIncrease === null ? '' : longDate(nextIncrease.on, locale),
    code: notice.code ?? 'none',
  }
}

/** Of a change of price. */
const priceTexts = (notice: SubscriptionNotice, locale: Locale): NoticeText => {
  const t = subscriptionMailsMessages.in(locale)
  const values = valuesOf(notice, locale)
  if (notice.kind === 'price-increase')
    return {
      subject: t('increaseSubject', values),
      heading: t('increaseHeading', values),
      first: t('increaseFirst', values),
    }
  // An increase that was undone, while a later one of which the member was notified may remain.
  const first = t('unchangedFirst', values)
  return notice.nextIncrease === null
    ? { subject: t('unchangedSubject'), heading: t('unchangedHeading'), first }
    : { subject: t('unchangedSubjectOn', values), heading: t('unchangedHeadingOn', values), first }
}

const regularText = (notice: SubscriptionNotice, locale: Locale): NoticeText => {
  const t = subscriptionMailsMessages.in(locale)
  const first = t('regularFirst', {
    plan: notice.planName,
    interval: intervalText(notice.intervalMonths, locale),
    orders: notice.remainingOrders ?? 0,
    day: longDate(notice.nextOn, locale),
  })
  return { subject: t('regularSubject'), heading: `${t('regularSubject')}.`, first }
}

const noticeText = (notice: SubscriptionNotice, locale: Locale): NoticeText => {
  const t = subscriptionMailsMessages.in(locale)
  const values = valuesOf(notice, locale)
  switch (notice.kind) {
    case 'renewal':
      return {
        subject: t('renewalSubject', values),
        heading: t('renewalHeading', values),
        first: t('renewalFirst', values),
      }
    case 'reminder':
      return {
        subject: t('reminderSubject', values),
        heading: t('reminderHeading', values),
        first: t('reminderFirst', values),
      }
    case 'promotion-end':
      return {
        subject: t('promotionSubject', values),
        heading: t('promotionHeading', values),
        first: t('promotionFirst', values),
      }
    case 'card-expiry': {
      const subject = t('cardExpirySubject')
      return { subject, heading: `${subject}.`, first: t('cardExpiryFirst', values) }
    }
    case 'regular':
      return regularText(notice, locale)
    case 'price-increase':
    case 'price-unchanged':
      return priceTexts(notice, locale)
    default:
      return notice.kind satisfies never
  }
}

/** Which order the day and the total below it are of. */
const orderLabel = ({ kind, nextOn, eventOn }: SubscriptionNotice, locale: Locale): string => {
  const t = subscriptionMailsMessages.in(locale)
  if (kind === 'promotion-end') return t('firstFullPrice')
  return kind === 'price-increase' && nextOn === eventOn ? t('firstNewPrice') : t('nextOrder')
}

const rowsOf = (notice: SubscriptionNotice, locale: Locale): readonly MailRow[] => {
  const t = subscriptionMailsMessages.in(locale)
  const { total, credit, rest } = valuesOf(notice, locale)
  return [
    { label: t('what'), value: notice.planName },
    { label: t('howOften'), value: intervalText(notice.intervalMonths, locale) },
    { label: orderLabel(notice, locale), value: longDate(notice.nextOn, locale) },
    ...(notice.arrives === null ? [] : [{ label: t('arrives'), value: rangeText(notice.arrives, locale) }]),
    { label: t('total'), value: total, strong: true },
    ...(notice.creditCents === 0
      ? []
      : [
          { label: t('creditPaid'), value: credit },
          { label: t('cardPays', { card: cardFaceText(notice.card, locale) }), value: rest },
        ]),
  ]
}

/** The question about an address that does not exist; none for one that does. */
const addressBlocks = ({ addressProblems }: SubscriptionNotice, locale: Locale): MailBlock[] => {
  if (addressProblems.length === 0) return []
  const problems = addressProblems.map((one) => refusalText(one, locale).replace(/\.$/, '')).join('; ')
  return [{ kind: 'paragraph', text: subscriptionMailsMessages.in(locale)('checkAddress', { problems }) }]
}

/** An advance notice to a member, with the sentences that apply where the subscription is delivered. */
export const subscriptionNotice = (notice: SubscriptionNotice, locale: Locale): MailDocument => {
  const t = subscriptionMailsMessages.in(locale)
  const { subject, heading, first } = noticeText(notice, locale)
  const { texts, stopUrl } = notice
  const [preview = ''] = texts
  return {
    locale,
    subject,
    preview,
    heading,
    blocks: [
      { kind: 'paragraph', text: first },
      ...texts.map((text) => ({ kind: 'paragraph' as const, text })),
      ...addressBlocks(notice, locale),
      { kind: 'rows', rows: rowsOf(notice, locale) },
      { kind: 'button', label: t('changeOrCancel'), href: notice.manageUrl },
      ...(stopUrl === null ? [] : [linkBlock(t.rich('stopLink', { link: linkTo(stopUrl) }))]),
    ],
  }
}
