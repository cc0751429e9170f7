import { defineMessages } from '#shared/messages.ts'
import { cartDe } from './cart-de.ts'
import { cartEn } from './cart-en.ts'

/** The cart: its lines, codes, discounts, totals and gift. */
export const cartMessages = defineMessages({ en: cartEn, de: cartDe })
