import { brand } from '#shared/brand.ts'
import sampleFile from './sample-places.json' with { type: 'json' }
import { PlacesDocument } from './places-document.ts'
import { placesOfBrand } from './brand-places.ts'
import type { TaxRates } from './tax-rates.ts'

/** The fees that counted until a moment. */
export interface EarlierFees {
  readonly until: Temporal.Instant
  readonly places: PlacesDocument
}

/** A version of the places, as every rule of this process reads it. */
export interface PublishedPlaces {
  /** Of the version; 0 before one was read. */
  readonly number: number
  readonly places: PlacesDocument
  /** Null before a version was read. */
  readonly taxes: TaxRates | null
  /** What was published before, the latest first: running subscriptions keep a lower fee. */
  readonly earlier: readonly EarlierFees[]
}

declare global {
  /**
   * The version that counts in this process, set by `takeUpPlaces` alone. Global as the brand is: built pages have modules of their
   * own (decision 402).
   */
  var shopPlaces: PublishedPlaces | undefined
}

/** Of a shop that has no version yet. */
export const firstPlaces: PlacesDocument = placesOfBrand(PlacesDocument.parse(sampleFile), brand)

const unpublished: PublishedPlaces = { number: 0, places: firstPlaces, taxes: null, earlier: [] }

/** The version that counts in this process. */
export const publishedPlaces = (): PublishedPlaces => globalThis.shopPlaces ?? unpublished

export const places = (): PlacesDocument => publishedPlaces().places

/** Has every rule read this version from now on; in one step, so that no rule sees half of it. */
export const takeUpPlaces = (version: PublishedPlaces): void => {
  globalThis.shopPlaces = version
}
