import type { GiftDetails, GiftDraft } from './gift-details.ts'

// Apart from the shapes, whose library the cart's page does without.

export const isSameGift = (one: GiftDraft, other: GiftDraft): boolean =>
  one.recipient_name === other.recipient_name &&
  one.recipient_email === other.recipient_email &&
  one.message === other.message &&
  one.starts_on === other.starts_on

/** What the gift's fields show: what was typed last, else what is kept, else nothing but the first day. */
export const shownGift = (kept: GiftDetails | null, draft: GiftDraft | null, firstDay: string): GiftDraft =>
  draft ?? kept ?? { recipient_name: '', recipient_email: '', message: '', starts_on: firstDay }
