import { brand } from '#shared/brand.ts'
import { transitOf, transitOncePacked } from '#delivery/rules/delivery-times.ts'

/** How an order ships. `code` is `method_code` of the checkout payload (spec §3). */
export interface ShippingMethod {
  readonly code: string
  readonly label: string
  /** The note for the buyer next to the price. */
  readonly detail: string
}

/** Shipping method by country (spec §4); `US-E` is expedited within the US. */
const methods = {
  US: { code: 'free_shipping', label: 'Free shipping' },
  'US-E': { code: 'expedited', label: 'Expedited' },
  CA: { code: 'passport_duty_paid_canada', label: 'International, duties included' },
  other: { code: 'passport_duty_paid_all', label: 'International, duties included' },
} as const

const methodTo = (
  country: string,
  { code, label }: (typeof methods)[keyof typeof methods],
): ShippingMethod => ({
  code,
  label,
  detail: transitOncePacked(transitOf(code, country)),
})

const methodsOf = (country: string) => {
  if (country === brand.home) return methods.US
  return country === 'CA' ? methods.CA : methods.other
}

/** The default shipping method of an order; renewals always use it. */
export const standardMethod = (country: string): ShippingMethod => methodTo(country, methodsOf(country))

/** Every method a buyer may choose, the standard one first. */
export const shippingMethods = (country: string): readonly ShippingMethod[] =>
  country === brand.home
    ? [standardMethod(country), methodTo(country, methods['US-E'])]
    : [standardMethod(country)]

/** The code of shipping within the US that is not expedited. */
export const standardCode: string = methods.US.code

/** The code of expedited shipping within the US. */
export const expeditedCode: string = methods['US-E'].code
