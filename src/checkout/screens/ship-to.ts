import { countryName, regionRequired } from '#location/rules/countries.ts'
import { regionByZip, regionsOf } from '#location/rules/regions.ts'
import type { CheckoutFormValues } from './checkout-form.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

// Used by loaders and actions only: its postal code data is too large for browsers.

type AddressValues = CheckoutFormValues['address']

/** The destination: the chosen region, or else the one of the postal code. */
export const shipTo = (address: AddressValues): AddressValues => ({
  ...address,
  region: address.region || (regionByZip(address.country, address.zip) ?? ''),
})

/** The page's messages about the destination. */
export interface KnownPlace {
  /** `Oregon, United States`, as far as it is known. */
  readonly label: string
  /** Whether it is known as far as taxes depend on it. */
  readonly isComplete: boolean
}

export const knownPlace = (address: AddressValues, locale: Locale = defaultLocale): KnownPlace => {
  const { country, region } = shipTo(address)
  const name = regionsOf(country).find(({ code }) => code === region)?.name ?? region
  return {
    label: [name, countryName(country, locale)].filter(Boolean).join(', '),
    isComplete: !regionRequired(country) || region !== '',
  }
}

/** An address from somewhere else, whose region needs no choosing where its postal code says the same. */
export const withoutKnownRegion = (address: AddressValues): AddressValues =>
  address.region === regionByZip(address.country, address.zip) ? { ...address, region: '' } : address
