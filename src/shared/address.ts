import { z } from 'zod'

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

const emailForm = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\.]{2,}$/

/** An e-mail address, lowercased and trimmed (spec §5). */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Kindly enter a valid email address.')
  .regex(emailForm, 'Kindly enter a valid email address.')
