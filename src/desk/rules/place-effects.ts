import type { PlacesVersion, PlaceChange } from '#location/rules/places-changes.ts'
import { publishedFee } from '#pricing/rules/shipping-fee.ts'
import { formatPrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { currencyOf } from '#shared/currency-codes.ts'

/** Running subscriptions of a country, in one currency. */
interface PlaceSubscriptions {
  readonly country: string
  readonly currency: Currency
  readonly count: number
}

/** Who is concerned by a change of the places now. */
export interface PlaceReach {
  readonly subscriptions: readonly PlaceSubscriptions[]
  /** Carts that are not ordered yet. */
  readonly carts: number
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`

const nameIn = ({ places }: PlacesVersion, country: string): string =>
  ownValue(places.countries, country)?.name ?? country

const feeEffect = (
  before: PlacesVersion,
  after: PlacesVersion,
  { country, currency, count }: PlaceSubscriptions,
): string[] => {
  const [old, now] = [
    publishedFee(before.places, country, currency),
    publishedFee(after.places, country, currency),
  ]
  if (old === null || now === null || old === now) return []
  const who = `${counted(count, 'subscription')} to ${nameIn(before, country)}`
  const [was, is] = [formatPrice(old, currency), formatPrice(now, currency)]
  return [
    now > old
      ? `${who} keep at most ${was} for shipping; orders that are new pay ${is} at once.`
      : `${who} pay ${is} instead of ${was} for shipping, from their next renewal on.`,
  ]
}

const taxEffect = (
  before: PlacesVersion,
  after: PlacesVersion,
  { country, count, currency }: PlaceSubscriptions,
): string[] => {
  const [old, now] = [ownValue(before.taxes.countries, country), ownValue(after.taxes.countries, country)]
  if (JSON.stringify(old) === JSON.stringify(now)) return []
  return [
    `${counted(count, 'subscription')} to ${nameIn(before, country)} in ${currency} pay the new tax from their next renewal on.`,
  ]
}

const withdrawalEffects = (before: PlacesVersion, after: PlacesVersion): string[] => {
  const [old, now] = [before.places.withdrawal_countries, after.places.withdrawal_countries]
  return [
    ...now
      .filter((country) => !old.includes(country))
      .map(
        (country) =>
          `Buyers in ${nameIn(after, country)} may withdraw within 14 days of delivery, from orders of before too.`,
      ),
    ...old
      .filter((country) => !now.includes(country))
      .map(
        (country) =>
          `Buyers in ${nameIn(before, country)} may not withdraw from new orders. Orders until now keep the right.`,
      ),
  ]
}

/** What a change means for those who bought already: a sentence each; members never pay more for shipping than they agreed to. */
export const placeEffects = (
  before: PlacesVersion,
  after: PlacesVersion,
  { subscriptions, carts }: PlaceReach,
): readonly string[] => [
  ...subscriptions.flatMap((one) => [...feeEffect(before, after, one), ...taxEffect(before, after, one)]),
  ...withdrawalEffects(before, after),
  ...(carts === 0
    ? []
    : [
        `${counted(carts, 'open cart')} show it at once. Who has seen another total is asked again before anything is charged.`,
      ]),
]

/** Why a change cannot be published: countries that it leaves out while subscriptions ship there. */
export const placeRefusals = (
  after: PlacesVersion,
  { subscriptions }: Pick<PlaceReach, 'subscriptions'>,
): readonly string[] =>
  subscriptions
    .filter(({ country }) => ownValue(after.places.countries, country)?.ships !== true)
    .map(({ country, count }) => `${counted(count, 'subscription')} still ship to ${nameIn(after, country)}.`)

const shown = (field: string, value: string | null): string => {
  if (value === null) return 'nothing'
  const currency = currencyOf(/ fees ([A-Z]{3})$/.exec(field)?.[1] ?? '')
  return currency === null ? value : formatPrice(Number(value), currency)
}

/** A field of a change as people read it, fees as amounts. */
export const shownChange = ({
  field,
  before,
  after,
}: PlaceChange): PlaceChange & { readonly text: string } => {
  const name = field.replace(/^places /, '')
  const [was, is] = [shown(field, before), shown(field, after)]
  return { field: name, before: was, after: is, text: `${name}: ${was} → ${is}` }
}
