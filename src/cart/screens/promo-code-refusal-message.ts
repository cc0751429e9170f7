import { refusalMessage } from '#coupon/rules/coupon-messages.ts'

/** The message of spec §5 with the reason behind it. */
export const promoCodeRefusalMessage = (reason: string): string =>
  reason === '' ? 'Invalid promo code' : `Invalid promo code. ${refusalMessage(reason)}`
