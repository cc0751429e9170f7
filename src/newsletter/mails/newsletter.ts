import type { NewsletterIssue } from '#newsletter/rules/issue-text.ts'
import { brand } from '#shared/brand.ts'
import type { MailDocument } from '#platform/mail-document.ts'

/** Asks the owner of an address to confirm the sign-up. */
export const newsletterConfirm = (url: string, validDays: number): MailDocument => ({
  subject: `Confirm your email for ${brand.name}`,
  preview: 'One press and you are on the list.',
  heading: 'Is this you?',
  blocks: [
    {
      kind: 'paragraph',
      text: `Somebody, we hope you, entered this address for the newsletter of ${brand.name}, about twice a month.`,
    },
    { kind: 'button', label: 'Confirm my email', href: url },
    {
      kind: 'paragraph',
      text: `The link works for ${validDays} days. If it was not you, there is nothing to do: nothing comes until it is confirmed.`,
    },
  ],
})

/** Reminds of an abandoned cart; only subscribers. */
export const cartReminder = (
  items: readonly { readonly name: string; readonly quantity: number }[],
  cartUrl: string,
  unsubscribeUrl: string,
): MailDocument => ({
  subject: 'Your cart is still here',
  preview: 'Nothing is ordered, nothing is charged.',
  heading: 'Still thinking?',
  blocks: [
    { kind: 'paragraph', text: 'Take your time. Nothing is ordered and nothing is charged.' },
    { kind: 'section', title: 'In your cart' },
    { kind: 'rows', rows: items.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })) },
    { kind: 'button', label: 'Open my cart', href: cartUrl },
    {
      kind: 'link',
      before: 'You get this because you subscribed to our newsletter. ',
      label: 'Unsubscribe',
      href: unsubscribeUrl,
      after: ' with one press.',
    },
  ],
})

/** A newsletter issue with its unsubscribe link; a test copy says that it is one instead. */
export const newsletterIssue = (issue: NewsletterIssue, unsubscribeUrl: string | null): MailDocument => ({
  ...issue,
  blocks: [
    ...issue.blocks,
    unsubscribeUrl === null
      ? { kind: 'paragraph', text: 'This is a test copy: the unsubscribe link goes here.' }
      : {
          kind: 'link',
          before: 'You get this because you subscribed to our newsletter. ',
          label: 'Unsubscribe',
          href: unsubscribeUrl,
          after: ' with one press.',
        },
  ],
})

/** The welcome mail: what to expect, and how to unsubscribe. */
export const newsletterWelcome = (unsubscribeUrl: string): MailDocument => ({
  subject: `You are on the list of ${brand.name}`,
  preview: 'Notes from the ground, about twice a month.',
  heading: 'Notes from the ground.',
  blocks: [
    {
      kind: 'paragraph',
      text: 'Thank you. We write about twice a month: what is known, what is likely, and what nobody has shown yet.',
    },
    {
      kind: 'link',
      before: 'Enough of it? ',
      label: 'Unsubscribe',
      href: unsubscribeUrl,
      after: ' with one press, at any time.',
    },
  ],
})
