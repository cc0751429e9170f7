import { isLink } from '#shared/card-face.ts'
import type { CardFace } from '#shared/card-face.ts'

const names: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['link', 'Link'],
])

/** The name of a card's brand for people: `Visa` for the processor's `visa`; one without a name here as it is. */
export const cardBrandName = (brand: string): string => names.get(brand.toLowerCase()) ?? brand

/** `Visa ending 4242`; `Link` of what says no number. */
export const cardEndingText = (card: CardFace): string =>
  isLink(card) ? 'Link' : `${cardBrandName(card.brand)} ending ${card.last4}`
