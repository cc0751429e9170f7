import { brand } from '#shared/brand.ts'
import type { Locale } from '#shared/locale.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import { newsletterMessages } from '../messages/newsletter-messages.ts'

/** Asks the owner of an address to confirm the sign-up. */
export const newsletterConfirm = (url: string, validDays: number, locale: Locale): MailDocument => {
  const t = newsletterMessages.in(locale)
  return {
    locale,
    subject: t('confirmSubject', { brand: brand.name }),
    preview: t('confirmPreview'),
    heading: t('confirmHeading'),
    blocks: [
      { kind: 'paragraph', text: t('confirmText', { brand: brand.name }) },
      { kind: 'button', label: t('confirmButton'), href: url },
      { kind: 'paragraph', text: t('confirmLink', { count: validDays }) },
    ],
  }
}

interface AbandonedCart {
  readonly items: readonly { readonly name: string; readonly quantity: number }[]
  readonly cartUrl: string
  readonly unsubscribeUrl: string
}

/** Reminds of an abandoned cart; only subscribers. */
export const cartReminder = (
  { items, cartUrl, unsubscribeUrl }: AbandonedCart,
  locale: Locale,
): MailDocument => {
  const t = newsletterMessages.in(locale)
  return {
    locale,
    subject: t('cartSubject'),
    preview: t('cartPreview'),
    heading: t('cartHeading'),
    blocks: [
      { kind: 'paragraph', text: t('cartText') },
      { kind: 'section', title: t('cartItems') },
      { kind: 'rows', rows: items.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })) },
      { kind: 'button', label: t('cartButton'), href: cartUrl },
      linkBlock(t.rich('cartUnsubscribe', { link: linkTo(unsubscribeUrl) })),
    ],
  }
}

/** The welcome mail: what to expect, and how to unsubscribe. */
export const newsletterWelcome = (unsubscribeUrl: string, locale: Locale): MailDocument => {
  const t = newsletterMessages.in(locale)
  return {
    locale,
    subject: t('welcomeSubject', { brand: brand.name }),
    preview: t('welcomePreview'),
    heading: t('welcomeHeading'),
    blocks: [
      { kind: 'paragraph', text: t('welcomeText') },
      linkBlock(t.rich('welcomeUnsubscribe', { link: linkTo(unsubscribeUrl) })),
    ],
  }
}
