import { longDate } from '#shared/dates.ts'
import { countryName } from '../../location/rules/countries.ts'
import { regionsOf } from '../../location/rules/regions.ts'
// Types alone: browsers load this file, and no schemas.
import type { TaxEstimate, TaxRow } from './tax-lines.ts'

/** `US-CA` → `California`; `US-NY, New York` → `New York, NY`; `GB` → `United Kingdom`. */
export const jurisdictionName = (jurisdiction: string): string => {
  const [place = '', ...parts] = jurisdiction.split(', ')
  const [country = '', region] = place.split('-')
  if (parts.length > 0) return [...parts, region ?? country].join(', ')
  if (region === undefined) return countryName(country)
  return regionsOf(country).find(({ code }) => code === region)?.name ?? place
}

/** `Tax, California, 7.25%`. */
export const taxRowName = ({ jurisdiction, percent }: Pick<TaxRow, 'jurisdiction' | 'percent'>): string =>
  ['Tax', jurisdictionName(jurisdiction), ...(percent === null ? [] : [`${percent}%`])].join(', ')

/** Why a tax is an estimate, in a sentence. */
export const taxEstimateText = ({ from, on }: TaxEstimate): string =>
  from === 'last-known' && on !== null
    ? `The tax service did not answer, so the tax is counted by its rates of ${longDate(on)}.`
    : 'The tax service did not answer, so the tax is counted by the shop’s own table of rates.'
