import { brand } from '#shared/brand.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { defaultCurrency, shopCurrencies } from '#shared/shop-currency.ts'
import type { CouponTerms } from '../coupon-endpoints.ts'

/** What is in the fields of the form, as it was typed. */
export interface EnteredCoupon {
  readonly texts: ReadonlyMap<string, string>
  readonly chosen: Readonly<Record<PlanList, readonly string[]>>
}

/** The lists of plans of the form. */
export type PlanList = 'plans' | 'never_bought' | 'bought' | 'subscribed'

export const nothingEntered: EnteredCoupon = {
  texts: new Map(),
  chosen: { plans: [], never_bought: [], bought: [], subscribed: [] },
}

/** Currencies in which a fixed coupon may have an amount of its own. */
export const otherCurrencies = shopCurrencies.filter((code) => code !== defaultCurrency)

export const amountField = (currency: string): string => `amount_${currency.toLowerCase()}`

/** The fields of a posted form. */
export const enteredIn = (form: FormData): EnteredCoupon => {
  const textOf = (value: FormDataEntryValue): string[] => (typeof value === 'string' ? [value.trim()] : [])
  return {
    texts: new Map([...form].flatMap(([name, value]) => textOf(value).map((text) => [name, text] as const))),
    chosen: {
      plans: form.getAll('plans').flatMap(textOf),
      never_bought: form.getAll('never_bought').flatMap(textOf),
      bought: form.getAll('bought').flatMap(textOf),
      subscribed: form.getAll('subscribed').flatMap(textOf),
    },
  }
}

/** `2026-12-31T23:59`, in the time zone of the shop. */
const localText = (instant: string | null): string =>
  instant === null
    ? ''
    : Temporal.Instant.from(instant)
        .toZonedDateTimeISO(brand.timeZone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' })

const checked = (name: string, isOn: boolean) => (isOn ? [[name, 'on'] as const] : [])

/** The fields of a coupon that exists. */
export const enteredOf = (terms: CouponTerms, limit: number | null): EnteredCoupon => ({
  texts: new Map([
    ['kind', terms.kind],
    ['value', terms.value],
    ...terms.amounts.map(({ currency, amount }) => [amountField(currency), amount] as const),
    ['duration', terms.duration],
    ['renewals', terms.renewals === null ? '' : String(terms.renewals)],
    ['limit', limit === null ? '' : String(limit)],
    ['starts_at', localText(terms.starts_at)],
    ['ends_at', localText(terms.ends_at)],
    ['countries', terms.buyers.countries.join(', ')],
    ...checked('stackable', terms.stackable),
    ...checked('once_per_account', terms.once_per_account),
    ...checked('first_purchase', terms.buyers.first_purchase),
    ...checked('members_only', terms.buyers.members_only),
    ...checked('named_only', terms.buyers.named_only),
  ]),
  chosen: { ...terms.buyers, plans: terms.plans },
})

const numberOf = (text: string | undefined): number | null => (text ? Number(text) : null)

/** A moment of a field; what is no date is left as it is, for the endpoint to refuse. */
const instantOf = (text: string | undefined): string | null => {
  if (!text) return null
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(brand.timeZone).toInstant().toString()
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return text
  }
}

const oneOf = <T extends string>(values: readonly T[], text: string | undefined, otherwise: T): T =>
  values.find((value) => value === text) ?? otherwise

const buyersOf = ({ texts, chosen }: EnteredCoupon) => ({
  first_purchase: texts.has('first_purchase'),
  members_only: texts.has('members_only'),
  named_only: texts.has('named_only'),
  countries: (texts.get('countries') ?? '')
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== ''),
  never_bought: [...chosen.never_bought],
  bought: [...chosen.bought],
  subscribed: [...chosen.subscribed],
})

/** What is sent of the fields. */
export const sentOf = ({ texts, chosen }: EnteredCoupon) => ({
  kind: oneOf(['percentage', 'fixed'], texts.get('kind'), 'percentage'),
  value: texts.get('value') ?? '',
  amounts: otherCurrencies.flatMap((code) => {
    const amount = texts.get(amountField(code))
    const currency = currencyOf(code)
    return amount && currency ? [{ currency, amount }] : []
  }),
  plans: [...chosen.plans],
  buyers: buyersOf({ texts, chosen }),
  stackable: texts.has('stackable'),
  once_per_account: texts.has('once_per_account'),
  duration: oneOf(['once', 'renewals', 'forever'], texts.get('duration'), 'once'),
  renewals: numberOf(texts.get('renewals')),
  limit: numberOf(texts.get('limit')),
  starts_at: instantOf(texts.get('starts_at')),
  ends_at: instantOf(texts.get('ends_at')),
})

/** A moment that the form shows by the minute: as it is stored where nobody changed it. */
const unlessChanged = (text: string | undefined, stored: string | null): string | null =>
  (text ?? '') === localText(stored) ? stored : instantOf(text)

/** The same of a coupon that exists. */
export const changedOf = (entered: EnteredCoupon, stored: CouponTerms) => ({
  ...sentOf(entered),
  starts_at: unlessChanged(entered.texts.get('starts_at'), stored.starts_at),
  ends_at: unlessChanged(entered.texts.get('ends_at'), stored.ends_at),
})
