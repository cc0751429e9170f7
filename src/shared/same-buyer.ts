import { isLink } from './card-face.ts'
import type { CardFace } from './card-face.ts'
import type { Address } from './address.ts'

/** Google delivers both to one mailbox. */
const hostNames = new Map([['googlemail.com', 'gmail.com']])

/**
 * One mailbox has many spellings: case, full-width forms, a `+label`, dots, as far as the provider ignores them, and a
 * provider's second name.
 */
export const mailboxOf = (email: string): string => {
  const [name = '', host = ''] = email.normalize('NFKC').toLowerCase().trim().split('@')
  return `${(name.split('+')[0] ?? '').replaceAll('.', '')}@${hostNames.get(host) ?? host}`
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** How people shorten the words of a street, and what they write before the number of a home. */
const streetWords = new Map([
  ['street', 'st'],
  ['avenue', 'ave'],
  ['road', 'rd'],
  ['drive', 'dr'],
  ['lane', 'ln'],
  ['boulevard', 'blvd'],
  ['court', 'ct'],
  ['place', 'pl'],
  ['apartment', ''],
  ['apt', ''],
  ['unit', ''],
  ['suite', ''],
  ['ste', ''],
])

const street = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => streetWords.get(word) ?? word)
    .join('')

type Place = Pick<Address, 'address' | 'unit' | 'zip' | 'country'>

/**
 * The same for every spelling of one street address: case, spaces and punctuation are ignored, a unit may be in either
 * line, and of a zip code with nine digits the first five count.
 */
export const addressKeyOf = ({ address, unit, zip, country }: Place): string =>
  [street(`${address} ${unit}`), plain(country === 'US' ? zip.slice(0, 5) : zip), plain(country)].join('|')

/** What a card shows of itself; two cards of one bank may share it, so it only triggers a review. Null for Link, which shows nothing. */
export const cardKeyOf = (card: CardFace): string | null =>
  isLink(card) ? null : `${plain(card.brand)}|${card.last4}`

/** Why two buyers may be one person. */
export type SameBuyer = 'same-card' | 'same-address'

/** What distinguishes a buyer. */
export interface BuyerKeys {
  readonly cards: readonly string[]
  readonly addresses: readonly string[]
}

/** What two buyers have in common; null for nothing. */
export const sharedBy = (one: BuyerKeys, other: BuyerKeys): SameBuyer | null => {
  if (one.cards.some((card) => other.cards.includes(card))) return 'same-card'
  return one.addresses.some((address) => other.addresses.includes(address)) ? 'same-address' : null
}
