import type { Cents } from '#shared/money.ts'
import type { TaxPart } from './tax-rate.ts'

/** A row of a tax breakdown of Stripe's, as far as it is read. */
interface BreakdownRow {
  readonly jurisdiction: {
    readonly country: string
    readonly state: string | null
    readonly level: string
    readonly display_name: string
  }
  /** Null when the tax is not imposed. */
  readonly tax_rate_details: { readonly percentage_decimal: string } | null
  /** The taxed part of the amount. */
  readonly taxable_amount: Cents
}

interface SampleCalculation {
  readonly goods: readonly BreakdownRow[]
  readonly goodsCents: Cents
  readonly shipping: readonly BreakdownRow[]
  readonly shippingCents: Cents
}

/** `US-NY`; of less than a state, with its name, because Stripe has no code for it. */
const jurisdictionOf = ({ jurisdiction }: BreakdownRow): string => {
  const { country, state, level, display_name: name } = jurisdiction
  if (level === 'country') return country
  const region = state === null || state === '' ? country : `${country}-${state}`
  return level === 'state' ? region : `${region}, ${name}`
}

/** Where a part of the sum is taxed, the rate of the whole sum. */
const percentOf = ({ tax_rate_details: rate, taxable_amount: taxed }: BreakdownRow, cents: Cents): number =>
  rate === null ? 0 : (Number(rate.percentage_decimal) * taxed) / cents

const percents = (rows: readonly BreakdownRow[], cents: Cents): ReadonlyMap<string, number> => {
  const byJurisdiction = new Map<string, number>()
  for (const row of rows) {
    const key = jurisdictionOf(row)
    byJurisdiction.set(key, (byJurisdiction.get(key) ?? 0) + percentOf(row, cents))
  }
  return byJurisdiction
}

const fourDecimals = (percent: number): number => Number(percent.toFixed(4))

/** What each jurisdiction takes, read off a calculation for a sample order; those that take nothing are left out. */
export const partsOfCalculation = (sample: SampleCalculation): TaxPart[] => {
  const ofGoods = percents(sample.goods, sample.goodsCents)
  const ofShipping = percents(sample.shipping, sample.shippingCents)
  return [...new Set([...ofGoods.keys(), ...ofShipping.keys()])]
    .map((jurisdiction) => ({
      jurisdiction,
      percent: fourDecimals(ofGoods.get(jurisdiction) ?? 0),
      shippingPercent: fourDecimals(ofShipping.get(jurisdiction) ?? 0),
    }))
    .filter(({ percent, shippingPercent }) => percent > 0 || shippingPercent > 0)
}
