import { publishedPlaces } from './published-places.ts'

/**
 * Whether a buyer from this country may withdraw from the contract within 14 days of delivery. By law that is the EU and the EEA
 * (Directive 2011/83/EU, article 9) and the United Kingdom (Consumer Contracts Regulations 2013, regulation 29). With the moment
 * of an order: also where any version since then gave the right, because a contract keeps what it was made with.
 */
export const hasWithdrawalRight = (country: string, since?: Temporal.Instant): boolean => {
  const { places, earlier } = publishedPlaces()
  const counted = since ? earlier.filter(({ until }) => Temporal.Instant.compare(until, since) > 0) : []
  return [places, ...counted.map((one) => one.places)].some(({ withdrawal_countries: countries }) =>
    countries.includes(country),
  )
}
