import { ownValue } from '#shared/own-value.ts'
import { places } from './published-places.ts'
import { mayIdentifyRegion } from './postal-codes.ts'
import type { PlacesDocument } from './places-document.ts'

/** A state, province or territory as the post writes it. */
interface Region {
  readonly code: string
  readonly name: string
}

type Names = Readonly<Record<string, string>>

const noRegions: readonly Region[] = []

const namesIn = (country: string): Names | undefined =>
  ownValue(places().countries, country)?.regions ?? undefined

const listed = new WeakMap<Names, readonly Region[]>()

/** Regions to choose from; empty where addresses name none, or any text is taken. */
export const regionsOf = (country: string): readonly Region[] => {
  const names = namesIn(country)
  if (!names) return noRegions
  const known = listed.get(names) ?? Object.entries(names).map(([code, name]) => ({ code, name }))
  listed.set(names, known)
  return known
}

const spelled = new WeakMap<readonly Region[], ReadonlyMap<string, string>>()

const spellingsOf = (regions: readonly Region[]): ReadonlyMap<string, string> => {
  const known =
    spelled.get(regions) ??
    new Map(
      regions.flatMap(({ code, name }) => [
        [name.toLowerCase(), code] as const,
        [code.toLowerCase(), code] as const,
      ]),
    )
  spelled.set(regions, known)
  return known
}

/** `oregon`, `Oregon` or `or` → `OR`; other text passes through trimmed. */
export const regionCode = (country: string, region: string): string =>
  spellingsOf(regionsOf(country)).get(region.trim().toLowerCase()) ?? region.trim()

/** Postal codes that start with `from`, with `to`, or with a value between; both are of the same length. */
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

type RangesByCountry = Readonly<Record<string, readonly ZipRange[]>>

const knownRanges = new WeakMap<PlacesDocument, RangesByCountry>()

const rangesIn = (document: PlacesDocument): RangesByCountry => {
  const known = knownRanges.get(document)
  if (known) return known
  const made = Object.fromEntries(
    Object.entries(document.countries).map(([code, { zip_regions: runs }]) => [code, zipRangesOf(runs)]),
  )
  knownRanges.set(document, made)
  return made
}

const contains = ({ from, to }: ZipRange, code: string): boolean => {
  const start = code.slice(0, from.length)
  return start >= from && start <= to
}

/**
 * The possible regions of a postal code: mostly one, none for an unassigned code, several on a few borders; null if the
 * country's codes say nothing or the code is incomplete.
 */
export const regionsByZip = (country: string, zip: string): readonly string[] | null => {
  if (!mayIdentifyRegion(country, zip)) return null
  const code = zip.trim().toUpperCase()
  const matching = (ownValue(rangesIn(places()), country) ?? []).filter((range) => contains(range, code))
  const longest = Math.max(0, ...matching.map(({ from }) => from.length))
  const regions = matching.filter(({ from }) => from.length === longest).map(({ region }) => region)
  return [...new Set(regions)]
}

/** The one region of a postal code, so that a buyer need not choose it as well; null if it is not unique. */
export const regionByZip = (country: string, zip: string): string | null => {
  const [only, ...others] = regionsByZip(country, zip) ?? []
  return only !== undefined && others.length === 0 ? only : null
}
