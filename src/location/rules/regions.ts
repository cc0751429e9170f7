import { ownValue } from '#shared/own-value.ts'
import { places } from './published-places.ts'

/** A state, province or territory as the post writes it. */
export interface Region {
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
