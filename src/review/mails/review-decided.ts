import type { MailDocument } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'
import { declineTexts } from '../rules/review.ts'
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

/** Tells the author of a review that it is published, or why it is not. */
export const reviewDecided = (facts: DecidedFacts): MailDocument => {
  const { product, title, declineReason, reviewsUrl, changeUrl } = facts
  if (declineReason === null)
    return {
      subject: 'Your review is published',
      preview: `Thank you for reviewing ${product}.`,
      heading: 'Thank you for your review.',
      blocks: [
        { kind: 'paragraph', text: `Your review “${title}” of ${product} is on our website now.` },
        { kind: 'button', label: 'Read the reviews', href: reviewsUrl },
        {
          kind: 'link',
          before: 'You can ',
          label: 'change or delete it',
          href: changeUrl,
          after: ' at any time.',
        },
      ],
    }
  return {
    subject: 'We can’t publish your review as it is',
    preview: declineTexts[declineReason],
    heading: 'We can’t publish your review as it is.',
    blocks: [
      {
        kind: 'paragraph',
        text: `Thank you for writing “${title}” about ${product}. ${declineTexts[declineReason]}`,
      },
      {
        kind: 'paragraph',
        text: 'Critical reviews are welcome. Please change these words, and we’ll read it again.',
      },
      { kind: 'button', label: 'Change the review', href: changeUrl },
      { kind: 'paragraph', text: `If you disagree, please email ${brand.supportEmail}.` },
    ],
  }
}
