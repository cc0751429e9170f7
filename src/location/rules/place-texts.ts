import type { PlacesVersion } from './places-changes.ts'

const textOf = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

/** The texts of `places.json` and `tax-rates.json`. */
export const placeTexts = ({ places, taxes }: PlacesVersion) => ({
  places: textOf(places),
  taxes: textOf(taxes),
})
