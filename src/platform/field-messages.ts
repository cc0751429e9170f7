import type { z } from 'zod'
import { ownValue } from '#shared/own-value.ts'

/** The sentences of spec §5, and more in their manner, by the name of the field. */
const messages: Readonly<Record<string, string>> = {
  firstName: 'Kindly enter your first name',
  first_name: 'Kindly enter your first name',
  lastName: 'Kindly enter your last name',
  last_name: 'Kindly enter your last name',
  name: 'Kindly enter your full name',
  full_name: 'Kindly enter your full name',
  address: 'Kindly enter your address',
  city: 'Kindly enter your city',
  country: 'Kindly enter your country',
  region: 'Kindly enter your region',
  zip: 'Kindly enter your zip code',
  postal_code: 'Kindly enter your zip code',
  email: 'Kindly enter a valid email address.',
  password: 'Password must be at least 6 characters long.',
  message: 'Kindly enter a valid message.',
  certified: 'Kindly answer the question about health certification.',
  promo_code: 'Kindly enter a valid promo code.',
  coupon_codes: 'Kindly enter a valid promo code.',
  card: 'Please enter a card.',
}

/** `request_id` → `request id`, `smsConsent` → `sms consent`. */
const spacedName = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** The message for a field that is missing or of another kind, if its schema has none itself (spec §5). */
export const fieldMessage = ({ path = [] }: Pick<z.core.$ZodRawIssue, 'path'>): string => {
  const name = path.findLast((part): part is string => typeof part === 'string')
  if (name === undefined) return 'Please fill in the form.'
  return ownValue(messages, name) ?? `Kindly enter a valid ${spacedName(name)}.`
}
