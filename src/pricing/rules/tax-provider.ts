import type { TaxRate } from './tax-rate.ts'

/** Where goods are taxed. */
export interface TaxPlace {
  readonly country: string
  readonly region: string
  readonly zip: string
}

/** The source of tax rates (ruling 14); the default is a file of sample rates. */
export interface TaxProvider {
  readonly rateFor: (place: TaxPlace) => Promise<TaxRate>
}
