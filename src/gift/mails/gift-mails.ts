import { deliveredBlocks, shipmentBlocks } from '#shipment/mails/shipment-mails.ts'
import type { MailedShipment } from '#shipment/mails/shipment-mails.ts'
import { postalLines } from '#location/rules/postal-lines.ts'
import type { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'

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

const giftLink = (before: string, { giftUrl }: MailedGift): MailBlock => ({
  kind: 'link',
  before,
  label: 'your gift',
  href: giftUrl,
  after: '.',
})

/** Shown in the confirmation instead of an address: the recipient, the day, and the message. */
export const giftBlocks = (gift: MailedGift): MailBlock[] => [
  { kind: 'section', title: `A gift for ${gift.recipientName}` },
  {
    kind: 'paragraph',
    text:
      `On ${longDate(gift.startsOn)}, we’ll email ${gift.recipientEmail || 'them'} your message and a link. ` +
      `${gift.recipientName} chooses where it’s delivered and pays nothing, now or later.`,
  },
  ...quoted(gift.message),
  giftLink('To correct the email or date, go to ', gift),
]

interface ClaimMail {
  readonly giverName: string
  readonly recipientName: string
  readonly message: string
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  readonly claimUrl: string
  /** It was mailed before. */
  readonly isReminder: boolean
}

/** The mail with the link, to the recipient, and its reminders. */
export const giftClaim = ({
  giverName,
  recipientName,
  message,
  lines,
  claimUrl,
  isReminder,
}: ClaimMail): MailDocument => ({
  subject: isReminder ? `${giverName}'s gift is waiting for you` : `${giverName} has a gift for you`,
  preview: `Tell us where to send it.`,
  reason: `You’re receiving this because ${giverName} bought you a gift at ${brand.name}.`,
  heading: isReminder ? 'Your gift is waiting.' : `A gift from ${giverName}.`,
  blocks: [
    { kind: 'paragraph', text: `Dear ${recipientName}, ${giverName} bought this for you:` },
    { kind: 'rows', rows: lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })) },
    ...quoted(message),
    { kind: 'button', label: 'Enter your address', href: claimUrl },
    {
      kind: 'paragraph',
      text: 'It’s already paid for. You’ll enter an address, not a card, and it never renews. If you don’t want it, you can ignore this email.',
    },
  ],
})

/** To the giver: the gift is unclaimed, and what can be done. */
export const giftUnclaimed = (gift: MailedGift): MailDocument => ({
  subject: `${gift.recipientName} has not claimed your gift`,
  preview: 'You can correct the email or get a refund.',
  heading: 'Your gift hasn’t been claimed yet.',
  blocks: [
    {
      kind: 'paragraph',
      text:
        gift.recipientEmail === ''
          ? 'We no longer have an email address for it.'
          : `We emailed the link to ${gift.recipientEmail} three times and won’t write again. The link still works.`,
    },
    giftLink('To correct the email, send it again or get a full refund, go to ', gift),
  ],
})

/** To the giver: it was claimed. */
export const giftClaimed = (gift: MailedGift, shipsOn: string): MailDocument => ({
  subject: `${gift.recipientName} claimed your gift`,
  preview: `It ships on ${longDate(shipsOn)}.`,
  heading: 'Your gift was claimed.',
  blocks: [
    {
      kind: 'paragraph',
      text: `${gift.recipientName} told us where to send it. It ships on ${longDate(shipsOn)}.`,
    },
    giftLink('See all details at ', gift),
  ],
})

/** To the giver: it cannot go where the recipient lives. */
export const giftRefused = (gift: MailedGift, country: string): MailDocument => ({
  subject: `Your gift cannot be sent to ${country}`,
  preview: 'You can get a refund.',
  heading: 'We can’t ship your gift there.',
  blocks: [
    {
      kind: 'paragraph',
      text: `${gift.recipientName} asked us to ship it to ${country}, where we can’t ship this product. They can enter another address, or you can get a refund.`,
    },
    giftLink('For a full refund, go to ', gift),
  ],
})

interface ShippedGift extends MailedShipment {
  readonly number: string
}

/** To the giver when the gift ships; without the recipient's address. */
export const giftShipped = (gift: MailedGift, shipped: ShippedGift): MailDocument => ({
  subject: `Order ${shipped.number} has shipped`,
  preview: `Your gift is on its way to ${gift.recipientName}.`,
  heading: `Your gift is on its way to ${gift.recipientName}.`,
  blocks: [...shipmentBlocks(shipped), giftLink('See all details at ', gift)],
})

/** To the recipient when the gift ships. To continue, they place an order of their own, on a page with the price. */
export const giftShippedToRecipient = (
  shipped: ShippedGift & {
    readonly giverName: string
    readonly shipTo: Address
    readonly continueUrl: string
  },
): MailDocument => ({
  subject: `Your gift from ${shipped.giverName} has shipped`,
  preview: shipped.tracking === null ? 'It’s on its way to you.' : `Tracking number ${shipped.tracking}.`,
  reason: 'You’re receiving this because you claimed a gift.',
  heading: 'Your gift is on its way.',
  blocks: [
    ...shipmentBlocks(shipped),
    { kind: 'section', title: 'Ships to' },
    { kind: 'lines', lines: postalLines(shipped.shipTo) },
    {
      kind: 'link',
      before: 'It’s paid for and doesn’t renew. If you’d like more, see our ',
      label: 'here',
      href: shipped.continueUrl,
      after: '.',
    },
  ],
})

/** To the recipient: the gift has arrived, or arrives later. */
export const giftProgress = (
  shipped: ShippedGift & { readonly giverName: string },
  progress: 'delivered' | 'delayed',
): MailDocument => {
  const isDelivered = progress === 'delivered'
  return {
    subject: `Your gift from ${shipped.giverName} ${isDelivered ? 'was delivered' : 'is delayed'}`,
    preview: isDelivered ? 'The carrier reports that it was delivered.' : 'The carrier needs more time.',
    reason: 'You’re receiving this because you claimed a gift.',
    heading: isDelivered ? 'Your gift has arrived.' : 'Your gift arrives later.',
    blocks: isDelivered ? deliveredBlocks(shipped) : shipmentBlocks(shipped),
  }
}

/** To a recipient who claimed the gift: it was canceled before shipping. Without amounts: those are for the giver. */
export const giftEnded = ({
  giverName,
  recipientName,
  lines,
}: Pick<ClaimMail, 'giverName' | 'recipientName' | 'lines'>): MailDocument => ({
  subject: `Your gift from ${giverName} was canceled`,
  preview: 'Nothing will be delivered. You don’t need to do anything.',
  reason: 'You’re receiving this because you claimed a gift.',
  heading: 'Your gift was canceled.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Dear ${recipientName}, the order for your gift from ${giverName} was canceled before it shipped. Nothing will be delivered.`,
    },
    { kind: 'rows', rows: lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })) },
    {
      kind: 'paragraph',
      text: `You don’t owe anything. Questions? Email ${brand.supportEmail}.`,
    },
  ],
})
