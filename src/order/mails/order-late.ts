import { arrivalText } from '#delivery/rules/delivery-times.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import type { WireRange } from '#shared/date-range.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import type { Locale } from '#shared/locale.ts'
import { orderMailsMessages } from '../messages/order-mails-messages.ts'
import { longDate } from '#shared/dates.ts'

interface LateOrder {
  readonly number: string
  /** The last day on which it was to ship, as an ISO date. */
  readonly promisedOn: string
  /** As far as is known now. */
  readonly arrives: WireRange | null
  readonly isPacking: boolean
  /** Where it is canceled; null when its buyer cannot any more. */
  readonly cancelUrl: string | null
}

/** The mail about an order that did not ship when the shop said, with the choice to cancel it. */
export const orderLate = (
  { number, promisedOn, arrives, isPacking, cancelUrl }: LateOrder,
  locale: Locale,
): MailDocument => {
  const t = orderMailsMessages.in(locale)
  const arrival = arrives === null ? null : `${arrivalText(arrives, locale)}.`
  const text = t('lateText', { number, day: longDate(promisedOn, locale) })
  return {
    locale,
    subject: t('lateSubject', { number }),
    preview: arrival ?? t('latePreview'),
    heading: t('lateHeading'),
    blocks: [
      { kind: 'paragraph', text: arrival === null ? text : `${text} ${arrival}` },
      ...(isPacking ? [{ kind: 'paragraph', text: t('latePacking') } as const] : []),
      ...(cancelUrl === null ? [] : [linkBlock(t.rich('lateCancel', { link: linkTo(cancelUrl) }))]),
    ],
  }
}
