import type { PlaceChange } from '#location/rules/places-changes.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { formatPrice } from '#shared/money.ts'

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
