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

type CardExpiryStatus = 'good' | 'expiring' | 'expired'

/** A card is valid until the last day of its month; its member is notified in the last two months. */
export const cardExpiryStatus = (
  card: { readonly expMonth: number; readonly expYear: number },
  today: Temporal.PlainDate,
): CardExpiryStatus => {
  const last = Temporal.PlainYearMonth.from({ year: card.expYear, month: card.expMonth })
  const now = today.toPlainYearMonth()
  if (Temporal.PlainYearMonth.compare(now, last) > 0) return 'expired'
  return Temporal.PlainYearMonth.compare(now.add({ months: 1 }), last) >= 0 ? 'expiring' : 'good'
}

/** What distinguishes the cards of a member: a processor saves a card again for each purchase in which it is entered. */
interface StoredFace {
  readonly id: string
  readonly processor: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly isDefault: boolean
}

const faceOf = ({ processor, brand, last4, expMonth, expYear }: StoredFace): string =>
  [processor, brand, last4, expMonth, expYear].join(' ')

/**
 * A member's saved cards, each listed once however often it was typed in: its newest record, the ids of all of them, and
 * whether one of them is the default. Takes the newest record first; answers the default card first, then the newest.
 */
export const distinctCards = <C extends StoredFace>(
  newestFirst: readonly C[],
): readonly (C & { readonly ids: readonly string[] })[] => {
  const groups = Map.groupBy(newestFirst, faceOf)
  return [...groups.values()]
    .flatMap(([newest, ...older]) => {
      if (!newest) return []
      const all = [newest, ...older]
      return [{ ...newest, ids: all.map(({ id }) => id), isDefault: all.some((card) => card.isDefault) }]
    })
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
}
