import type { GiftDetails, GiftDraft } from './gift-details.ts'

// Separate from the schemas, so that the cart's page loads no schema library.

/** Days from today within which a gift can start. */
export const maxGiftDays = 180

/** Characters of the message at most. */
export const maxGiftMessageLength = 400

export const isSameGift = (one: GiftDraft, other: GiftDraft): boolean =>
  one.recipient_name === other.recipient_name &&
  one.recipient_email === other.recipient_email &&
  one.message === other.message &&
  one.starts_on === other.starts_on

/** The values of the gift's fields: the draft, else the saved details, else only the first day. */
export const giftFormValues = (
  saved: GiftDetails | null,
  draft: GiftDraft | null,
  firstDay: string,
): GiftDraft =>
  draft ?? saved ?? { recipient_name: '', recipient_email: '', message: '', starts_on: firstDay }
