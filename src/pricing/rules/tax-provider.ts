import type { TaxRate } from './tax-rate.ts'

/** Where goods are taxed. */
export interface TaxPlace {
  readonly country: string
  readonly region: string
  readonly zip: string
}

/** Who knows the tax of a place (ruling 14); the default answers from a file of sample rates. */
export interface TaxProvider {
  readonly rateFor: (place: TaxPlace) => Promise<TaxRate>
}
