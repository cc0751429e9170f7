import { shipmentBlocks } from '#shipment/mails/shipment-mails.ts'
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
      `On ${longDate(gift.startsOn)}, a mail goes to ${gift.recipientEmail || 'them'} with your message and a link. ` +
      `${gift.recipientName} says where it is to be sent, and pays nothing, now or later.`,
  },
  ...quoted(gift.message),
  giftLink('To correct the e-mail or the day, go to ', gift),
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
  preview: `Say where ${brand.name} may send it.`,
  reason: `You get this mail because ${giverName} bought you a gift at ${brand.name}.`,
  heading: isReminder ? 'Your gift is still here.' : `A gift from ${giverName}.`,
  blocks: [
    { kind: 'paragraph', text: `Dear ${recipientName}, ${giverName} bought this for you:` },
    { kind: 'rows', rows: lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })) },
    ...quoted(message),
    { kind: 'button', label: 'Say where it goes', href: claimUrl },
    {
      kind: 'paragraph',
      text: 'It is paid. You will be asked for an address and for no card, and nothing renews. If you do not want it, you need not do anything.',
    },
  ],
})

/** To the giver: the gift is unclaimed, and what can be done. */
export const giftUnclaimed = (gift: MailedGift): MailDocument => ({
  subject: `${gift.recipientName} has not claimed your gift`,
  preview: 'You can correct the e-mail, or have your money back.',
  heading: 'Your gift was not claimed yet.',
  blocks: [
    {
      kind: 'paragraph',
      text:
        gift.recipientEmail === ''
          ? 'We have no e-mail address for it any more.'
          : `We mailed the link to ${gift.recipientEmail} three times and will not write again. The link stays good.`,
    },
    giftLink(
      'To correct the e-mail, to have it mailed again or to take it back for all your money, go to ',
      gift,
    ),
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
      text: `${gift.recipientName} told us where it goes. It ships on ${longDate(shipsOn)}.`,
    },
    giftLink('All details are with ', gift),
  ],
})

/** To the giver: it cannot go where the recipient lives. */
export const giftRefused = (gift: MailedGift, country: string): MailDocument => ({
  subject: `Your gift cannot be sent to ${country}`,
  preview: 'You can have your money back.',
  heading: 'Your gift cannot go there.',
  blocks: [
    {
      kind: 'paragraph',
      text: `${gift.recipientName} asked for it to be sent to ${country}, where we may not send this product. It still waits, for another address or for you.`,
    },
    giftLink('To take it back for all your money, go to ', gift),
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
  blocks: [...shipmentBlocks(shipped), giftLink('All details are with ', gift)],
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
  preview: shipped.tracking === null ? 'It is on its way to you.' : `Tracking number ${shipped.tracking}.`,
  reason: 'You get this mail because you asked for a gift to be sent to you.',
  heading: 'Your gift is on its way.',
  blocks: [
    ...shipmentBlocks(shipped),
    { kind: 'section', title: 'Where it goes' },
    { kind: 'lines', lines: postalLines(shipped.shipTo) },
    {
      kind: 'link',
      before: 'It is paid and does not renew. Should you ever want more of it, refills are ',
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
    preview: isDelivered ? 'The carrier says that it has arrived.' : 'The carrier needs more time.',
    reason: 'You get this mail because you asked for a gift to be sent to you.',
    heading: isDelivered ? 'Your gift has arrived.' : 'Your gift arrives later.',
    blocks: shipmentBlocks(isDelivered ? { ...shipped, arrives: null } : shipped),
  }
}

/** To a recipient who claimed the gift: it was canceled before shipping. Without amounts: those are for the giver. */
export const giftEnded = ({
  giverName,
  recipientName,
  lines,
}: Pick<ClaimMail, 'giverName' | 'recipientName' | 'lines'>): MailDocument => ({
  subject: `Your gift from ${giverName} was canceled`,
  preview: 'Nothing will be delivered, and you need not do anything.',
  reason: 'You get this mail because you asked for a gift to be sent to you.',
  heading: 'Your gift was canceled.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Dear ${recipientName}, the order for your gift from ${giverName} was canceled before it was sent. Nothing will be delivered to the address that you gave us.`,
    },
    { kind: 'rows', rows: lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })) },
    {
      kind: 'paragraph',
      text: `You pay nothing and need not do anything. If you have a question, write to ${brand.supportEmail}.`,
    },
  ],
})
