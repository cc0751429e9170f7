import { z } from 'zod'
import { oneLine } from './one-line.ts'

const text = (message: string, max = 120) => oneLine().min(1, message).max(max, message)

/** A postal address (spec §3) with the messages of spec §5. Country is ISO 3166-1 alpha-2. */
export const Address = z.object({
  firstName: text('Kindly enter your first name', 60),
  lastName: text('Kindly enter your last name', 60),
  address: text('Kindly enter your address'),
  unit: oneLine().max(60).default(''),
  city: text('Kindly enter your city', 80),
  region: oneLine().max(60).default(''),
  zip: oneLine().max(16).default(''),
  country: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, 'Kindly enter your country'),
  phone: oneLine().max(32).default(''),
  company: oneLine().max(80).default(''),
})

export type Address = z.output<typeof Address>

/** What takes the place of the person in a stored address: country, region and zip stay for tax. */
export const erasedPerson = {
  firstName: '-',
  lastName: '-',
  address: '-',
  unit: '',
  city: '-',
  phone: '',
  company: '',
} as const satisfies Partial<Address>

/** Without characters that nobody sees: they are copied along, and lead to another mailbox. */
const refused = String.raw`\s\p{C}\p{Default_Ignorable_Code_Point}@<>()",;:\\`
const emailForm = new RegExp(`^[^${refused}]+@[^${refused}]+\\.[^${refused}.]{2,}$`, 'u')

/** An e-mail address, lowercased and trimmed (spec §5). */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Kindly enter a valid email address.')
  .regex(emailForm, 'Kindly enter a valid email address.')
