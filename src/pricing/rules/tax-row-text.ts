import { longDate } from '#shared/dates.ts'
import { defaultLocale, formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { countryName } from '../../location/rules/countries.ts'
import { regionsOf } from '../../location/rules/regions.ts'
import { taxMessages } from '../messages/tax-messages.ts'
// Types alone: browsers load this file, and no schemas.
import type { TaxEstimate, TaxRow } from './tax-lines.ts'

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
  const t = taxMessages.in(locale)
  const place = jurisdictionName(jurisdiction, locale)
  if (percent === null) return t('tax', { place })
  // All digits of a rate, 8.875 among them.
  const digits = percent.toLocaleString(formatsOf(locale), { maximumFractionDigits: 10 })
  return t('taxPercent', { place, percent: digits })
}

/** Why a tax is an estimate, in a sentence. */
export const taxEstimateText = ({ from, on }: TaxEstimate, locale: Locale = defaultLocale): string => {
  const t = taxMessages.in(locale)
  return from === 'last-known' && on !== null ? t('lastKnown', { day: longDate(on, locale) }) : t('ownTable')
}
