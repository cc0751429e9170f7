import { defineMessages } from '#shared/messages.ts'
import { shippingDe } from './shipping-de.ts'
import { shippingEn } from './shipping-en.ts'

/** How an order ships, and what else a refund is for. */
export const shippingMessages = defineMessages({ en: shippingEn, de: shippingDe })
