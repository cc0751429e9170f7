import { brand } from '#shared/brand.ts'
import type { MailDocument } from '#platform/mail-document.ts'

/** Asks the owner of an address to confirm the sign-up. */
export const newsletterConfirm = (url: string, validDays: number): MailDocument => ({
  subject: `Confirm your email for ${brand.name}`,
  preview: 'One click and you’re subscribed.',
  heading: 'Confirm your email',
  blocks: [
    {
      kind: 'paragraph',
      text: `You signed up for the ${brand.name} newsletter, about twice a month.`,
    },
    { kind: 'button', label: 'Confirm my email', href: url },
    {
      kind: 'paragraph',
      text: `The link works for ${validDays} days. If this wasn’t you, you can ignore this email.`,
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
  preview: 'You haven’t been charged.',
  heading: 'Your cart is still here.',
  blocks: [
    { kind: 'paragraph', text: 'Take your time. You haven’t ordered, and you haven’t been charged.' },
    { kind: 'section', title: 'In your cart' },
    { kind: 'rows', rows: items.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })) },
    { kind: 'button', label: 'Open my cart', href: cartUrl },
    {
      kind: 'link',
      before: 'You’re receiving this because you subscribed to our newsletter. ',
      label: 'Unsubscribe',
      href: unsubscribeUrl,
      after: ' with one click.',
    },
  ],
})

/** The welcome mail: what to expect, and how to unsubscribe. */
export const newsletterWelcome = (unsubscribeUrl: string): MailDocument => ({
  subject: `You’re subscribed to ${brand.name}`,
  preview: 'Get our newsletter, about twice a month.',
  heading: 'Welcome to our newsletter.',
  blocks: [
    {
      kind: 'paragraph',
      text: 'Thank you for subscribing. About twice a month, we’ll send you new articles about the microbiome, food and our products.',
    },
    {
      kind: 'link',
      before: 'Don’t want these emails? ',
      label: 'Unsubscribe',
      href: unsubscribeUrl,
      after: ' with one click, at any time.',
    },
  ],
})
