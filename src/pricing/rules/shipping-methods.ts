import { brand } from '#shared/brand.ts'
import { transitOf, transitOncePacked } from '#delivery/rules/delivery-times.ts'
import type { PlaceMethod } from '#location/rules/places-document.ts'
import { zoneOf } from '#location/rules/zones.ts'
import type { Locale } from '#shared/locale.ts'
import { pricingMessages } from '../messages/pricing-messages.ts'

/** How an order ships. `code` is `method_code` of the checkout payload (spec §3). */
export interface ShippingMethod {
  readonly code: string
  readonly label: string
  /** The note for the buyer next to the price. */
  readonly detail: string
}

const methodTo = (country: string, { code, label }: PlaceMethod): ShippingMethod => ({
  code,
  label,
  detail: transitOncePacked(transitOf(code, country)),
})

/** Every method a buyer may choose, the standard one first (spec §4). */
export const shippingMethods = (country: string): readonly ShippingMethod[] =>
  zoneOf(country).methods.map((method) => methodTo(country, method))

/** The default shipping method of an order; renewals always use it. */
export const standardMethod = (country: string): ShippingMethod => {
  const [first] = shippingMethods(country)
  if (!first) throw new RangeError(`nothing ships to ${country}`)
  return first
}

/** The code of the standard method at home. */
export const standardCode = (): string => standardMethod(brand.home).code

/** Whether a method is one that a buyer at home pays for to have it sooner. */
export const isExpedited = (methodCode: string): boolean =>
  zoneOf(brand.home)
    .methods.slice(1)
    .some(({ code }) => code === methodCode)

const keys = ['free', 'expedited', 'abroad'] as const

/** The stored English name of a shipping method as its buyer reads it; a name that is not the shop's own stays. */
export const shippingLabel = (label: string, locale: Locale): string => {
  const key = keys.find((one) => pricingMessages.texts.en[one] === label)
  return key === undefined ? label : pricingMessages.in(locale)(key)
}
