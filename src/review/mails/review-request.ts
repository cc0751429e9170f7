import type { MailDocument } from '#platform/mail-document.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import { formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { reviewMessages } from '../messages/review-messages.ts'

interface RequestFacts {
  /** Names, at least one. */
  readonly products: readonly string[]
  readonly reviewUrl: string
  readonly stopUrl: string
}

/** Asks the buyer of what was delivered what they think of it. */
export const reviewRequest = (
  { products: names, reviewUrl, stopUrl }: RequestFacts,
  locale: Locale,
): MailDocument => {
  const t = reviewMessages.in(locale)
  const products = new Intl.ListFormat(formatsOf(locale), { type: 'conjunction' }).format(names)
  return {
    locale,
    subject: t('askHeading', { products }),
    preview: t('askPreview'),
    heading: t('askHeading', { products }),
    reason: t('askReason'),
    blocks: [
      { kind: 'paragraph', text: t('askText') },
      { kind: 'button', label: t('write'), href: reviewUrl },
      { kind: 'paragraph', text: t('askNote') },
      linkBlock(t.rich('askStop', { link: linkTo(stopUrl) })),
    ],
  }
}
