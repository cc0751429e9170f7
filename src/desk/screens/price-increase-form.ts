import { z } from 'zod'
import type { WantedIncrease, DeskPriceIncrease } from '../price-increase-endpoints.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import { priceText } from '#shared/money.ts'

/** What is in the form, as it was typed. */
export interface EnteredIncrease {
  readonly effectiveOn: string
  readonly leaving: string
  /** By `plan currency`; only those with a text. */
  readonly prices: ReadonlyMap<string, string>
}

export const nothingEntered: EnteredIncrease = { effectiveOn: '', leaving: '', prices: new Map() }

export const priceKey = (planCode: string, currency: string): string => `${planCode} ${currency}`

const prefix = 'price '

/** The name of the field of a price. */
export const priceField = (key: string): string => `${prefix}${key}`

/** A field of a form, without the spaces around it; empty for one that is missing. */
export const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

export const enteredIn = (form: FormData): EnteredIncrease => ({
  effectiveOn: textIn(form, 'effective_on'),
  leaving: textIn(form, 'leaving'),
  prices: new Map(
    [...form.keys()]
      .filter((name) => name.startsWith(prefix) && textIn(form, name) !== '')
      .map((name) => [name.slice(prefix.length), textIn(form, name)]),
  ),
})

/** The fields of a form that sends the same again, by their names. */
export const fieldsOf = ({
  effectiveOn,
  leaving,
  prices,
}: EnteredIncrease): readonly (readonly [string, string])[] => [
  ['effective_on', effectiveOn],
  ['leaving', leaving],
  ...[...prices].map(([key, price]) => [priceField(key), price] as const),
]

/** A typed price without what people write around the number; a minus sign stays, and is refused. */
const bareOf = (price: string): string => price.replaceAll(/[\s,$€£]|^[A-Z]{2,3}(?=[\s$\d])/g, '')

/** What the endpoints take: a currency sign and commas between thousands are left out. */
export const wantedOf = ({ effectiveOn, prices }: EnteredIncrease): WantedIncrease => ({
  effective_on: effectiveOn,
  prices: [...prices].flatMap(([key, price]) => {
    const [planCode = '', code = ''] = key.split(' ')
    const currency = z.safeParse(CurrencyCode, code)
    return currency.success ? [{ plan_code: planCode, currency: currency.data, price: bareOf(price) }] : []
  }),
})

type Parts = DeskPriceIncrease['parts']

/** The plans of an increase: `DS-01 refill, monthly`. */
export const increaseTitle = (parts: Parts): string => [...new Set(parts.map(({ name }) => name))].join(', ')

/** The new prices: `$52.99, €47.99`. */
export const pricesText = (parts: Parts): string =>
  parts.map(({ new_price: price, currency }) => priceText(price, currency)).join(', ')

export const countText = (count: number): string => count.toLocaleString('en-US')

/** `1 subscription`, `5,871 subscriptions`. */
export const subscriptionsText = (count: number): string =>
  `${countText(count)} ${count === 1 ? 'subscription' : 'subscriptions'}`
