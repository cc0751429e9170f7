import type { Address } from './address.ts'

/** One mailbox has many spellings: case, a `+label`, and dots, as far as the provider ignores them. */
export const mailboxOf = (email: string): string => {
  const [name = '', host = ''] = email.toLowerCase().trim().split('@')
  return `${(name.split('+')[0] ?? '').replaceAll('.', '')}@${host}`
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

type Place = Pick<Address, 'address' | 'unit' | 'zip' | 'country'>

/** The same for every spelling of one street address: case, spaces and punctuation are ignored. */
export const addressKeyOf = ({ address, unit, zip, country }: Place): string =>
  [address, unit, zip, country].map(plain).join('|')

/** What a card shows of itself; two cards of one bank may share it, so it only triggers a review. */
export const cardKeyOf = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${plain(brand)}|${last4}`

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
