import type { MailDocument } from '#platform/mail-document.ts'

interface RequestFacts {
  /** Names, at least one. */
  readonly products: readonly string[]
  readonly reviewUrl: string
  readonly stopUrl: string
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Asks the buyer of what was delivered what they think of it. */
export const reviewRequest = ({ products, reviewUrl, stopUrl }: RequestFacts): MailDocument => {
  const what = list.format(products)
  return {
    subject: `How is ${what}?`,
    preview: 'Good or bad: other people read it before they buy.',
    heading: `How is ${what}?`,
    reason: 'You’re receiving this because you ordered from us.',
    blocks: [
      {
        kind: 'paragraph',
        text: 'You’ve had it for a few weeks. Please tell others what you like and what you don’t. We publish critical reviews too.',
      },
      { kind: 'button', label: 'Write a review', href: reviewUrl },
      { kind: 'paragraph', text: 'The button opens the review of your order, without a password.' },
      {
        kind: 'link',
        before: 'We ask once for each product. ',
        label: 'Turn off these requests',
        href: stopUrl,
        after: ' with one click.',
      },
    ],
  }
}
