const names: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
])

/** The name of a card's brand for people: `Visa` for the processor's `visa`; one without a name here as it is. */
export const cardBrandName = (brand: string): string => names.get(brand.toLowerCase()) ?? brand

/** `Visa ending 4242`. */
export const cardEndingText = ({
  brand,
  last4,
}: {
  readonly brand: string
  readonly last4: string
}): string => `${cardBrandName(brand)} ending ${last4}`
