import { z } from 'zod'
import { ownValue } from './own-value.ts'
import { regionRequired } from './address-region.ts'

const text = (message: string, max = 120) => z.string().trim().min(1, message).max(max, message)

/** A postal address (spec §3) with the messages of spec §5. Country is ISO 3166-1 alpha-2. */
export const Address = z.object({
  firstName: text('Kindly enter your first name', 60),
  lastName: text('Kindly enter your last name', 60),
  address: text('Kindly enter your address'),
  unit: z.string().trim().max(60).default(''),
  city: text('Kindly enter your city', 80),
  region: z.string().trim().max(60).default(''),
  zip: z.string().trim().max(16).default(''),
  country: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, 'Kindly enter your country'),
  phone: z.string().trim().max(32).default(''),
  company: z.string().trim().max(80).default(''),
})

export type Address = z.output<typeof Address>

const zipForms: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d$/,
  GB: /^[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}$/,
  AU: /^\d{4}$/,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  ES: /^\d{5}$/,
  IT: /^\d{5}$/,
  NL: /^\d{4} ?[A-Za-z]{2}$/,
}

/** Countries that have no postal codes in daily use. */
const withoutZip = ['HK', 'AE', 'IE']

/** Field messages for what the country asks for beyond the schema; empty when the address is whole. */
export const countryMessages = (
  address: Pick<Address, 'country' | 'region' | 'zip'>,
): Record<string, string> => {
  const messages: Record<string, string> = {}
  if (regionRequired(address.country) && address.region === '')
    messages['region'] = 'Kindly enter your region'
  const form = ownValue(zipForms, address.country)
  const missing = address.zip === '' && !withoutZip.includes(address.country)
  if (missing || (form && !form.test(address.zip))) messages['zip'] = 'Kindly enter your zip code'
  return messages
}

const emailForm = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\.]{2,}$/

/** An e-mail address, lowercased and trimmed (spec §5). */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Kindly enter a valid email address.')
  .regex(emailForm, 'Kindly enter a valid email address.')
