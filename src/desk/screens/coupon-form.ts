import { brand } from '#shared/brand.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { defaultCurrency, shopCurrencies } from '#shared/shop-currency.ts'
import type { CouponTerms } from '../coupon-endpoints.ts'

/** What stands in the fields of the form, as it was typed. */
export interface EnteredCoupon {
  readonly texts: Readonly<Record<string, string | undefined>>
  readonly plans: readonly string[]
}

export const nothingEntered: EnteredCoupon = { texts: {}, plans: [] }

/** Currencies in which a fixed coupon may have an amount of its own. */
export const otherCurrencies = shopCurrencies.filter((code) => code !== defaultCurrency)

export const amountField = (currency: string): string => `amount_${currency.toLowerCase()}`

/** The fields of a posted form. */
export const enteredIn = (form: FormData): EnteredCoupon => {
  const textOf = (value: FormDataEntryValue): string[] => (typeof value === 'string' ? [value.trim()] : [])
  return {
    texts: Object.fromEntries(
      [...form].flatMap(([name, value]) => textOf(value).map((text) => [name, text])),
    ),
    plans: form.getAll('plans').flatMap(textOf),
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

/** The fields of a coupon that exists. */
export const enteredOf = (terms: CouponTerms, limit: number | null): EnteredCoupon => ({
  texts: {
    kind: terms.kind,
    value: terms.value,
    ...Object.fromEntries(terms.amounts.map(({ currency, amount }) => [amountField(currency), amount])),
    duration: terms.duration,
    renewals: terms.renewals === null ? '' : String(terms.renewals),
    limit: limit === null ? '' : String(limit),
    starts_at: localText(terms.starts_at),
    ends_at: localText(terms.ends_at),
    ...(terms.stackable ? { stackable: 'on' } : {}),
    ...(terms.once_per_account ? { once_per_account: 'on' } : {}),
  },
  plans: terms.plans,
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

/** What is sent of the fields. */
export const sentOf = ({ texts, plans }: EnteredCoupon) => ({
  kind: oneOf(['percentage', 'fixed'], texts['kind'], 'percentage'),
  value: texts['value'] ?? '',
  amounts: otherCurrencies.flatMap((code) => {
    const amount = texts[amountField(code)]
    const currency = currencyOf(code)
    return amount && currency ? [{ currency, amount }] : []
  }),
  plans: [...plans],
  stackable: texts['stackable'] !== undefined,
  once_per_account: texts['once_per_account'] !== undefined,
  duration: oneOf(['once', 'renewals', 'forever'], texts['duration'], 'once'),
  renewals: numberOf(texts['renewals']),
  limit: numberOf(texts['limit']),
  starts_at: instantOf(texts['starts_at']),
  ends_at: instantOf(texts['ends_at']),
})
