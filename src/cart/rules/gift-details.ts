import { z } from 'zod'
import { Email } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import { isPlainText, oneLine } from '#shared/one-line.ts'
import { maxGiftDays, maxGiftMessageLength } from './gift-plan.ts'

/** What a buyer enters for a gift. The day is an ISO date of the shop's calendar: on it the recipient gets the mail. */
export const GiftDetails = z.object({
  recipient_name: oneLine('Please enter a full name.')
    .min(1, 'Please enter a full name.')
    .max(80, 'Please enter a full name.'),
  recipient_email: Email,
  message: z
    .string()
    .trim()
    .max(maxGiftMessageLength, 'Kindly enter a valid message.')
    .refine(isPlainText, 'Kindly enter a valid message.'),
  starts_on: z.iso.date('Please choose a date.'),
})

export type GiftDetails = z.output<typeof GiftDetails>

/** Text entered for a gift so far, valid or not, limited to the lengths of its fields. */
export const GiftDraft = z.object({
  recipient_name: z.string().max(80),
  recipient_email: z.string().max(254),
  message: z.string().max(maxGiftMessageLength),
  starts_on: z.string().max(20),
})

export type GiftDraft = z.output<typeof GiftDraft>

/** The first and the last day on which a gift bought today may start. */
export const giftDays = (today: Temporal.PlainDate) => ({
  from: today,
  until: today.add({ days: maxGiftDays }),
})

/** VALIDATION_ERROR on `field` for a day before today or more than 180 days on. */
export const checkGiftDay = (startsOn: string, today: Temporal.PlainDate, field: string): void => {
  const day = Temporal.PlainDate.from(startsOn)
  const { from, until } = giftDays(today)
  if (Temporal.PlainDate.compare(day, from) >= 0 && Temporal.PlainDate.compare(day, until) <= 0) return
  const message = `Please choose a date within the next ${maxGiftDays} days.`
  throw new ShopError('VALIDATION_ERROR', { fields: { [field]: message } })
}

/**
 * The gift details of a purchase; null for one without a gift. VALIDATION_ERROR on `gift` when there is no recipient,
 * on `gift.starts_on` when the day has passed since.
 */
export const giftToBuy = (
  cart: { readonly hasGift: boolean; readonly giftDetails: GiftDetails | null },
  today: Temporal.PlainDate,
): GiftDetails | null => {
  if (!cart.hasGift) return null
  const details = cart.giftDetails
  if (details === null)
    throw new ShopError('VALIDATION_ERROR', { fields: { gift: 'Please tell us who the gift is for.' } })
  checkGiftDay(details.starts_on, today, 'gift.starts_on')
  return details
}
