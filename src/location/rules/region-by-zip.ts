import { ownValue } from '#shared/own-value.ts'
import runsByCountry from './postal-regions.json' with { type: 'json' }

/** Postal codes that begin with `from`, with `to`, or with what lies between; both are of the same length. */
interface ZipRange {
  readonly from: string
  readonly to: string
  readonly region: string
}

const zipRangesOf = (regions: Readonly<Record<string, string>>): readonly ZipRange[] =>
  Object.entries(regions).flatMap(([region, text]) =>
    text.split(' ').map((range) => {
      const [from = '', to = from] = range.split('-')
      return { from, to, region }
    }),
  )

const { US, CA, AU } = runsByCountry
const zipRanges: Readonly<Record<string, readonly ZipRange[]>> = {
  US: zipRangesOf(US),
  CA: zipRangesOf(CA),
  AU: zipRangesOf(AU),
}

/** Whole postal codes of the countries whose codes tell a region. */
const completePatterns: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/,
  AU: /^\d{4}$/,
}

const contains = ({ from, to }: ZipRange, code: string): boolean => {
  const start = code.slice(0, from.length)
  return start >= from && start <= to
}

/**
 * The regions that a postal code may lie in: mostly one, none for a code that nobody was given, several on a few
 * borders; null where the country's codes tell nothing or the code is not whole.
 */
export const regionsByZip = (country: string, zip: string): readonly string[] | null => {
  const code = zip.trim().toUpperCase()
  if (!ownValue(completePatterns, country)?.test(code)) return null
  const matching = (ownValue(zipRanges, country) ?? []).filter((range) => contains(range, code))
  const longest = Math.max(0, ...matching.map(({ from }) => from.length))
  const regions = matching.filter(({ from }) => from.length === longest).map(({ region }) => region)
  return [...new Set(regions)]
}

/** The one region that a postal code lies in, so that a buyer need not choose it as well; null where it does not say. */
export const regionByZip = (country: string, zip: string): string | null => {
  const [only, ...others] = regionsByZip(country, zip) ?? []
  return only !== undefined && others.length === 0 ? only : null
}
