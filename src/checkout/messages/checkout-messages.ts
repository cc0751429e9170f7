import { defineMessages } from '#shared/messages.ts'
import { checkoutDe } from './checkout-de.ts'
import { checkoutEn } from './checkout-en.ts'

/** The checkout: its steps, its totals and its buttons. */
export const checkoutMessages = defineMessages({ en: checkoutEn, de: checkoutDe })
