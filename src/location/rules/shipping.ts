import type { Cents } from '#shared/money.ts'

/** How an order travels. `code` is what the checkout payload calls `method_code` (spec §3). */
export interface ShippingMethod {
  readonly code: string
  readonly label: string
  /** What the buyer is told beside the price. */
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

/** The method an order goes by unless the buyer chooses another; renewals always go by it. */
export const standardMethod = (country: string): ShippingMethod => {
  if (country === 'US') return methods.US
  return country === 'CA' ? methods.CA : methods.other
}

/** Every method a buyer may choose, the standard one first. */
export const shippingMethods = (country: string): readonly ShippingMethod[] =>
  country === 'US' ? [methods.US, methods['US-E']] : [standardMethod(country)]

/** What shipping costs in cents of a US dollar, for pages that tell of it before there is a cart (spec §9). */
export const shippingFees = { abroad: 1000, expedited: 1200 } as const satisfies Record<string, Cents>

/** Plans that travel free everywhere (spec §9). */
const freeAbroad: readonly string[] = ['syn-rf-3mo', 'syn-rf-6mo', 'vs-rf-3mo']

/**
 * What shipping costs (spec §9). Abroad an order is free only when every plan in it travels free; a free gift does not
 * count. Expedited costs 12.00. Give only the plans that are paid for.
 */
export const shippingFee = (country: string, methodCode: string, planCodes: readonly string[]): Cents => {
  if (methodCode === methods['US-E'].code) return shippingFees.expedited
  if (country === 'US') return 0
  return planCodes.length > 0 && planCodes.every((code) => freeAbroad.includes(code))
    ? 0
    : shippingFees.abroad
}
