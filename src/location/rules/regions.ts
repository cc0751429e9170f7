import { ownValue } from '#shared/own-value.ts'
import { places } from './published-places.ts'

/** A state, province or territory as the post writes it. */
export interface Region {
  readonly code: string
  readonly name: string
}

/** Regions to choose from; empty where addresses name none, or any text is taken. */
export const regionsOf = (country: string): readonly Region[] =>
  Object.entries(ownValue(places().countries, country)?.regions ?? {}).map(([code, name]) => ({ code, name }))

/** `oregon`, `Oregon` or `or` → `OR`; other text passes through trimmed. */
export const regionCode = (country: string, region: string): string => {
  const wanted = region.trim().toLowerCase()
  const found = regionsOf(country).find(
    ({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  )
  return found?.code ?? region.trim()
}
