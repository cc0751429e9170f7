import { defineMessages } from '#shared/messages.ts'
import { couponDe } from './coupon-de.ts'
import { couponEn } from './coupon-en.ts'

/** Why a code counts or does not. */
export const couponMessages = defineMessages({ en: couponEn, de: couponDe })
