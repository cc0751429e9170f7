import { usStates } from './us-states.ts'

/** The hashed account info of spec §3, each by the name that it travels under. */
export const identityFields = ['first_name', 'last_name', 'email', 'phone', 'zip', 'city', 'state'] as const

export type IdentityField = (typeof identityFields)[number]

/** What is known of somebody; what is not known is left out, null or empty. */
export type Identity = Readonly<Partial<Record<IdentityField, string | null | undefined>>>

/** One written form for a name, also when its accents came as signs of their own. */
const letters = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')

/**
 * Digits without leading zeros. What is left starts with 1 to 9, or is nothing at all: the 1 that spec §5 puts before
 * anything else would make one person of everybody without a number, so such a value is not hashed.
 */
const phone = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '')

const zip = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, '').slice(0, 5)

const state = (text: string): string => {
  const lower = text.toLowerCase()
  return usStates.get(lower) ?? lower
}

const normalizers = {
  first_name: letters,
  last_name: letters,
  email: (text) => text.toLowerCase().trim(),
  phone,
  zip,
  city: letters,
  state,
} as const satisfies Record<IdentityField, (text: string) => string>

/** The text of a field as it is hashed (spec §5); empty when nothing of it counts. */
export const normalizeField = (field: IdentityField, text: string): string => normalizers[field](text)

/** What is to be hashed, by field; without what is not known. SHA-256 in hex of each text is what may leave. */
export const normalizeIdentity = (identity: Identity): readonly (readonly [IdentityField, string])[] =>
  identityFields
    .map((field) => [field, normalizeField(field, identity[field] ?? '')] as const)
    .filter(([, text]) => text !== '')
