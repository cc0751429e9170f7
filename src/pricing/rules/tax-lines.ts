import { z } from 'zod'
import { wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { Price } from '#shared/price-schema.ts'
import { longDate } from '#shared/dates.ts'
import { defaultLocale, formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { AddressPlace } from '../../location/rules/address-validation.ts'
import { countryName } from '../../location/rules/countries.ts'
import { regionsOf } from '../../location/rules/regions.ts'
import { pricingMessages } from '../messages/pricing-messages.ts'
import type { OrderTax } from './order-tax.ts'
import { TaxBasis, taxJurisdiction } from './tax-rate.ts'

/** The tax of one jurisdiction on the wire and on documents; the rate is null if it was not stored. */
export const TaxRow = z.object({ jurisdiction: z.string(), percent: z.number().nullable(), amount: Price })

export type TaxRow = Readonly<z.output<typeof TaxRow>>

/** What the tax of an order was counted by, when the tax service gave no answer. */
export const TaxEstimate = TaxBasis.pick({ on: true }).extend({ from: z.enum(['last-known', 'file']) })

export type TaxEstimate = Readonly<z.output<typeof TaxEstimate>>

interface TaxedOrder {
  readonly tax: OrderTax | null
  readonly totals: { readonly taxCents: Cents }
  readonly shipTo: AddressPlace
  readonly currency: Currency
  /** The rate of an order from before it had tax lines. */
  readonly taxPercent?: number | null
}

/** The tax of an order by jurisdiction; none where nothing is taxed. One that was stored as a sum is its place's. */
export const wireTaxes = ({
  tax,
  totals,
  shipTo,
  currency,
  taxPercent = null,
}: TaxedOrder): readonly TaxRow[] => {
  if (tax !== null && tax.lines.length > 0)
    return tax.lines.map(({ jurisdiction, percent, cents }) => ({
      jurisdiction,
      percent,
      amount: wirePrice(cents, currency),
    }))
  return totals.taxCents === 0 && (taxPercent ?? 0) === 0
    ? []
    : [
        {
          jurisdiction: taxJurisdiction(shipTo),
          percent: taxPercent,
          amount: wirePrice(totals.taxCents, currency),
        },
      ]
}

/** Null for a tax by the answer of the service, and for one that was stored without its basis. */
export const taxEstimateOf = (tax: OrderTax | null): TaxEstimate | null =>
  tax === null || tax.basis.from === 'answer' ? null : { from: tax.basis.from, on: tax.basis.on }

/** `US-CA` → `California`; `US-NY, New York` → `New York, NY`; `GB` → `United Kingdom`. */
export const jurisdictionName = (jurisdiction: string, locale: Locale = defaultLocale): string => {
  const [place = '', ...parts] = jurisdiction.split(', ')
  const [country = '', region] = place.split('-')
  if (parts.length > 0) return [...parts, region ?? country].join(', ')
  if (region === undefined) return countryName(country, locale)
  return regionsOf(country).find(({ code }) => code === region)?.name ?? place
}

/** `Tax, California, 7.25%`. */
export const taxRowName = (
  { jurisdiction, percent }: Pick<TaxRow, 'jurisdiction' | 'percent'>,
  locale: Locale = defaultLocale,
): string => {
  const t = pricingMessages.in(locale)
  const place = jurisdictionName(jurisdiction, locale)
  if (percent === null) return t('tax', { place })
  // All digits of a rate, 8.875 among them.
  const digits = percent.toLocaleString(formatsOf(locale), { maximumFractionDigits: 10 })
  return t('taxPercent', { place, percent: digits })
}

/** Why a tax is an estimate, in a sentence. */
export const taxEstimateText = ({ from, on }: TaxEstimate, locale: Locale = defaultLocale): string => {
  const t = pricingMessages.in(locale)
  return from === 'last-known' && on !== null ? t('lastKnown', { day: longDate(on, locale) }) : t('ownTable')
}
