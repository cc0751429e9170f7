import { brand } from '#shared/brand.ts'

export interface Place {
  readonly country: string
  readonly region: string
}

/** Country and region to store: the home market and XX when unknown or four characters and longer (spec §7). */
export const placeOrDefault = (found: { readonly country?: string; readonly region?: string }): Place => {
  const valueOrFallback = (text: string | undefined, fallback: string): string =>
    text === undefined || text === '' || text.length >= 4 ? fallback : text.toUpperCase()
  return { country: valueOrFallback(found.country, brand.home), region: valueOrFallback(found.region, 'XX') }
}
