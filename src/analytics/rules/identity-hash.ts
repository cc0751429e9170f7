/** Full names of the states of the United States, their district and their territories, in lower case; and their codes. */
const usStates: ReadonlyMap<string, string> = new Map(
  (
    'alabama al|alaska ak|arizona az|arkansas ar|california ca|colorado co|connecticut ct|delaware de|' +
    'district of columbia dc|florida fl|georgia ga|hawaii hi|idaho id|illinois il|indiana in|iowa ia|kansas ks|' +
    'kentucky ky|louisiana la|maine me|maryland md|massachusetts ma|michigan mi|minnesota mn|mississippi ms|' +
    'missouri mo|montana mt|nebraska ne|nevada nv|new hampshire nh|new jersey nj|new mexico nm|new york ny|' +
    'north carolina nc|north dakota nd|ohio oh|oklahoma ok|oregon or|pennsylvania pa|rhode island ri|' +
    'south carolina sc|south dakota sd|tennessee tn|texas tx|utah ut|vermont vt|virginia va|washington wa|' +
    'west virginia wv|wisconsin wi|wyoming wy|american samoa as|guam gu|northern mariana islands mp|' +
    'puerto rico pr|virgin islands vi'
  )
    .split('|')
    .map((entry) => [entry.slice(0, -3), entry.slice(-2)]),
)

/** The hashed account info of spec §3, each by the name that it travels under. */
export const identityFields = ['first_name', 'last_name', 'email', 'phone', 'zip', 'city', 'state'] as const

export type IdentityField = (typeof identityFields)[number]

/** What is known about a person; what is unknown is missing, null or empty. */
export type Identity = Readonly<Partial<Record<IdentityField, string | null | undefined>>>

/** One written form of a name, also when its accents are separate characters. */
const letters = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')

/**
 * Digits without leading zeros. The rest starts with 1 to 9, or is empty: with the 1 that spec §5 puts in front,
 * everybody without a number would be one person, so an empty value is not hashed.
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

/** The text of a field as it is hashed (spec §5); empty when no character of it counts. */
export const normalizeField = (field: IdentityField, text: string): string => normalizers[field](text)

/** The texts to hash, by field; without what is unknown. Only the SHA-256 in hex of each text may be sent. */
export const normalizeIdentity = (identity: Identity): readonly (readonly [IdentityField, string])[] =>
  identityFields
    .map((field) => [field, normalizeField(field, identity[field] ?? '')] as const)
    .filter(([, text]) => text !== '')
