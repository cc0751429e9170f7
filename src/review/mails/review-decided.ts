import type { MailDocument } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'
import type { Locale } from '#shared/locale.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import { reviewMessages } from '../messages/review-messages.ts'
import { declineText } from '../rules/review.ts'
import type { DeclineReason } from '../rules/review.ts'

interface DecidedFacts {
  readonly product: string
  readonly title: string
  /** Null when it is published. */
  readonly declineReason: DeclineReason | null
  /** Where it is read. */
  readonly reviewsUrl: string
  /** Where its author changes it. */
  readonly changeUrl: string
}

const published = ({ product, title, reviewsUrl, changeUrl }: DecidedFacts, locale: Locale): MailDocument => {
  const t = reviewMessages.in(locale)
  return {
    locale,
    subject: t('publishedSubject'),
    preview: t('publishedPreview', { product }),
    heading: t('publishedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('publishedText', { title, product }) },
      { kind: 'button', label: t('read'), href: reviewsUrl },
      linkBlock(t.rich('changeLink', { link: linkTo(changeUrl) })),
    ],
  }
}

/** Tells the author of a review that it is published, or why it is not. */
export const reviewDecided = (facts: DecidedFacts, locale: Locale): MailDocument => {
  const { product, title, declineReason, changeUrl } = facts
  if (declineReason === null) return published(facts, locale)
  const t = reviewMessages.in(locale)
  const why = declineText(declineReason, locale)
  return {
    locale,
    subject: t('declinedSubject'),
    preview: why,
    heading: t('declinedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('declinedText', { title, product, why }) },
      { kind: 'paragraph', text: t('declinedCritical') },
      { kind: 'button', label: t('change'), href: changeUrl },
      { kind: 'paragraph', text: t('declinedDisagree', { email: brand.supportEmail }) },
    ],
  }
}
