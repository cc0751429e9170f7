const withOwnTaxes = ['US', 'CA']

/** Whose tax an order bears: a state or province where those have taxes of their own (`US-CA`), else the country. */
export const taxJurisdiction = ({
  country,
  region,
}: {
  readonly country: string
  readonly region: string
}): string => (withOwnTaxes.includes(country) && region !== '' ? `${country}-${region}` : country)
