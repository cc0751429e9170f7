import { deliveredBlocks, shipmentBlocks } from '#shipment/mails/shipment-mails.ts'
import type { MailedShipment } from '#shipment/mails/shipment-mails.ts'
import { postalLines } from '#location/rules/postal-codes.ts'
import type { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import type { Locale } from '#shared/locale.ts'
import { longDate } from '#shared/dates.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import { giftMessages } from '../messages/gift-messages.ts'

/** A gift as the mails to its giver name it. */
export interface MailedGift {
  readonly recipientName: string
  /** Empty after the recipient had their data deleted. */
  readonly recipientEmail: string
  readonly message: string
  /** ISO date. */
  readonly startsOn: string
  /** Where the giver sees and corrects it. */
  readonly giftUrl: string
}

const quoted = (message: string): MailBlock[] =>
  message === '' ? [] : [{ kind: 'lines', lines: message.split('\n') }]

const giftLink = (
  key: 'correctLink' | 'detailsLink' | 'refundLink' | 'unclaimedLink',
  { giftUrl }: MailedGift,
  locale: Locale,
): MailBlock => linkBlock(giftMessages.in(locale).rich(key, { link: linkTo(giftUrl) }))

/** Shown in the confirmation instead of an address: the recipient, the day, and the message. */
export const giftBlocks = (gift: MailedGift, locale: Locale): MailBlock[] => {
  const t = giftMessages.in(locale)
  const { recipientName: recipient, recipientEmail, startsOn, message } = gift
  const address = recipientEmail || 'none'
  return [
    { kind: 'section', title: t('giftFor', { recipient }) },
    { kind: 'paragraph', text: t('giftText', { day: longDate(startsOn, locale), address, recipient }) },
    ...quoted(message),
    giftLink('correctLink', gift, locale),
  ]
}

interface ClaimMail {
  readonly giverName: string
  readonly recipientName: string
  readonly message: string
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  readonly claimUrl: string
  /** It was mailed before. */
  readonly isReminder: boolean
}

const lineRows = ({ lines }: Pick<ClaimMail, 'lines'>): MailBlock => ({
  kind: 'rows',
  rows: lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })),
})

/** The mail with the link, to the recipient, and its reminders. */
export const giftClaim = (facts: ClaimMail, locale: Locale): MailDocument => {
  const t = giftMessages.in(locale)
  const { giverName: giver, recipientName: recipient, message, claimUrl, isReminder } = facts
  const reminder = isReminder ? 'yes' : 'no'
  return {
    locale,
    subject: t('claimSubject', { reminder, giver }),
    preview: t('claimPreview'),
    reason: t('claimReason', { giver, brand: brand.name }),
    heading: t('claimHeading', { reminder, giver }),
    blocks: [
      { kind: 'paragraph', text: t('bought', { recipient, giver }) },
      lineRows(facts),
      ...quoted(message),
      { kind: 'button', label: t('address'), href: claimUrl },
      { kind: 'paragraph', text: t('claimNote') },
    ],
  }
}

/** To the giver: the gift is unclaimed, and what can be done. */
export const giftUnclaimed = (gift: MailedGift, locale: Locale): MailDocument => {
  const t = giftMessages.in(locale)
  return {
    locale,
    subject: t('unclaimedSubject', { recipient: gift.recipientName }),
    preview: t('unclaimedPreview'),
    heading: t('unclaimedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('unclaimedText', { address: gift.recipientEmail || 'none' }) },
      giftLink('unclaimedLink', gift, locale),
    ],
  }
}

/** To the giver: it was claimed. */
export const giftClaimed = (gift: MailedGift, shipsOn: string, locale: Locale): MailDocument => {
  const t = giftMessages.in(locale)
  const { recipientName: recipient } = gift
  const day = longDate(shipsOn, locale)
  return {
    locale,
    subject: t('claimedSubject', { recipient }),
    preview: t('claimedPreview', { day }),
    heading: t('claimedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('claimedText', { recipient, day }) },
      giftLink('detailsLink', gift, locale),
    ],
  }
}

/** To the giver: it cannot go where the recipient lives. */
export const giftRefused = (gift: MailedGift, country: string, locale: Locale): MailDocument => {
  const t = giftMessages.in(locale)
  return {
    locale,
    subject: t('refusedSubject', { country }),
    preview: t('refusedPreview'),
    heading: t('refusedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('refusedText', { recipient: gift.recipientName, country }) },
      giftLink('refundLink', gift, locale),
    ],
  }
}

interface ShippedGift extends MailedShipment {
  readonly number: string
}

/** To the giver when the gift ships; without the recipient's address. */
export const giftShipped = (gift: MailedGift, shipped: ShippedGift, locale: Locale): MailDocument => {
  const t = giftMessages.in(locale)
  const heading = t('shippedHeadingTo', { recipient: gift.recipientName })
  return {
    locale,
    subject: t('shippedSubject', { number: shipped.number }),
    preview: heading,
    heading,
    blocks: [...shipmentBlocks(shipped, locale), giftLink('detailsLink', gift, locale)],
  }
}

interface GiftToRecipient extends ShippedGift {
  readonly giverName: string
}

/** To the recipient when the gift ships. To continue, they place an order of their own, on a page with the price. */
export const giftShippedToRecipient = (
  shipped: GiftToRecipient & { readonly shipTo: Address; readonly continueUrl: string },
  locale: Locale,
): MailDocument => {
  const t = giftMessages.in(locale)
  const { tracking } = shipped
  return {
    locale,
    subject: t('shippedSubjectFrom', { giver: shipped.giverName }),
    preview: tracking === null ? t('shippedOnItsWay') : t('shippedTracking', { tracking }),
    reason: t('claimedReason'),
    heading: t('shippedHeading'),
    blocks: [
      ...shipmentBlocks(shipped, locale),
      { kind: 'section', title: t('shipsTo') },
      { kind: 'lines', lines: postalLines(shipped.shipTo, locale) },
      linkBlock(t.rich('moreLink', { link: linkTo(shipped.continueUrl) })),
    ],
  }
}

/** To the recipient: the gift has arrived, or arrives later. */
export const giftProgress = (
  shipped: GiftToRecipient,
  progress: 'delivered' | 'delayed',
  locale: Locale,
): MailDocument => {
  const t = giftMessages.in(locale)
  const isDelivered = progress === 'delivered'
  return {
    locale,
    subject: t('progressSubject', { giver: shipped.giverName, progress }),
    preview: isDelivered ? t('deliveredPreview') : t('delayedPreview'),
    reason: t('claimedReason'),
    heading: isDelivered ? t('deliveredHeading') : t('delayedHeading'),
    blocks: isDelivered ? deliveredBlocks(shipped, locale) : shipmentBlocks(shipped, locale),
  }
}

/** To a recipient who claimed the gift: it was canceled before shipping. Without amounts: those are for the giver. */
export const giftEnded = (
  facts: Pick<ClaimMail, 'giverName' | 'recipientName' | 'lines'>,
  locale: Locale,
): MailDocument => {
  const t = giftMessages.in(locale)
  const { giverName: giver, recipientName: recipient } = facts
  return {
    locale,
    subject: t('canceledSubject', { giver }),
    preview: t('canceledPreview'),
    reason: t('claimedReason'),
    heading: t('canceledHeading'),
    blocks: [
      { kind: 'paragraph', text: t('canceledText', { recipient, giver }) },
      lineRows(facts),
      { kind: 'paragraph', text: t('canceledQuestions', { email: brand.supportEmail }) },
    ],
  }
}
