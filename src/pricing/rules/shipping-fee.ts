import type { Cents } from '#shared/money.ts'
import { expeditedCode } from '#pricing/rules/shipping-methods.ts'

/** What shipping costs in cents of a US dollar, for pages that name it before there is a cart (spec §9). */
export const shippingFees = { abroad: 1000, expedited: 1200 } as const satisfies Record<string, Cents>

/** Plans that travel free everywhere (spec §9). */
const freeAbroad: readonly string[] = ['syn-rf-3mo', 'syn-rf-6mo', 'vs-rf-3mo']

/**
 * What shipping costs (spec §9). Abroad an order is free only when every plan in it travels free; a free gift does not
 * count. Expedited costs 12.00. Give only the plans that are paid for.
 */
export const shippingFee = (country: string, methodCode: string, planCodes: readonly string[]): Cents => {
  if (methodCode === expeditedCode) return shippingFees.expedited
  if (country === 'US') return 0
  return planCodes.length > 0 && planCodes.every((code) => freeAbroad.includes(code))
    ? 0
    : shippingFees.abroad
}
