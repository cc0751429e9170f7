/** How an order ships. `code` is `method_code` of the checkout payload (spec §3). */
export interface ShippingMethod {
  readonly code: string
  readonly label: string
  /** The note for the buyer next to the price. */
  readonly detail: string
}

/** Shipping method by country (spec §4); `US-E` is expedited within the US. */
const methods = {
  US: { code: 'free_shipping', label: 'Free shipping', detail: '3 to 5 business days once packed' },
  'US-E': { code: 'expedited', label: 'Expedited', detail: '2 to 3 business days once packed' },
  CA: {
    code: 'passport_duty_paid_canada',
    label: 'Passport, duty paid',
    detail: '6 to 10 business days once packed, duties included',
  },
  other: {
    code: 'passport_duty_paid_all',
    label: 'Passport, duty paid',
    detail: '8 to 14 business days once packed, duties included',
  },
} as const satisfies Record<string, ShippingMethod>

/** The default shipping method of an order; renewals always use it. */
export const standardMethod = (country: string): ShippingMethod => {
  if (country === 'US') return methods.US
  return country === 'CA' ? methods.CA : methods.other
}

/** Every method a buyer may choose, the standard one first. */
export const shippingMethods = (country: string): readonly ShippingMethod[] =>
  country === 'US' ? [methods.US, methods['US-E']] : [standardMethod(country)]

/** The code of expedited shipping within the US. */
export const expeditedCode: string = methods['US-E'].code
