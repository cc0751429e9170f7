import { z } from 'zod'
import { regionByZip, regionCode, regionsOf } from '#location/rules/regions.ts'
import { isValidZip } from '#location/rules/postal-codes.ts'
import type { TaxPlace } from '#pricing/rules/tax-rate.ts'
import type { Address } from '#shared/address.ts'

/**
 * A place as wallets give it: before the buyer confirms without a street, and with the first half of a Canadian or
 * British postal code (Stripe, Express Checkout Element, `shippingaddresschange`).
 */
export const WalletPlace = z.object({
  country: z.string().trim().toUpperCase().max(2),
  state: z.string().max(60).default(''),
  postal_code: z.string().max(16).default(''),
})

export type WalletPlace = z.output<typeof WalletPlace>

/** The whole address, with whom it is; after the buyer has confirmed. */
export const WalletContact = z.object({
  name: z.string().max(120).default(''),
  phone: z.string().max(32).default(''),
  address: WalletPlace.extend({
    line1: z.string().max(200).default(''),
    line2: z.string().max(200).nullable().default(''),
    city: z.string().max(120).default(''),
  }),
})

export type WalletContact = z.output<typeof WalletContact>

/** Wallets call these countries; the post and this shop call them regions of the United States. */
const territories = ['PR', 'GU', 'VI', 'AS', 'MP']

const homeOf = ({ country, state }: WalletPlace): { readonly country: string; readonly state: string } =>
  territories.includes(country) ? { country: 'US', state: country } : { country, state }

const isKnownRegion = (country: string, region: string): boolean =>
  regionsOf(country).some(({ code }) => code === region)

/**
 * What a price needs of a place, as far as it is known: half a postal code names none, and a region that the country
 * does not have is left out. Nothing is refused here: the whole address is checked when the buyer has confirmed.
 */
export const placeOfWallet = (place: WalletPlace): TaxPlace => {
  const { country, state } = homeOf(place)
  const zip = isValidZip(country, place.postal_code) ? place.postal_code.trim() : ''
  const named = regionCode(country, state)
  const region = regionByZip(country, zip) ?? (isKnownRegion(country, named) ? named : '')
  return { country, region, zip }
}

/** All words but the last, and the last. */
const namesOf = (name: string): Pick<Address, 'firstName' | 'lastName'> => {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}

/** The address of an order, not checked yet. The postal code decides about the region, as on the checkout page. */
export const addressOfWallet = ({ name, phone, address }: WalletContact): Omit<Address, 'company'> => {
  const { country, state } = homeOf(address)
  return {
    ...namesOf(name),
    address: address.line1,
    unit: address.line2 ?? '',
    city: address.city,
    region: regionByZip(country, address.postal_code) ?? state,
    zip: address.postal_code,
    country,
    phone,
  }
}
