import { defineMessages } from '#shared/messages.ts'
import { pricingDe } from './pricing-de.ts'
import { pricingEn } from './pricing-en.ts'

/** What an order costs besides its goods: shipping, taxes, and where a refund goes. */
export const pricingMessages = defineMessages({ en: pricingEn, de: pricingDe })
