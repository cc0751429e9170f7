import { defineMessages } from '#shared/messages.ts'
import { loyaltyDe } from './loyalty-de.ts'
import { loyaltyEn } from './loyalty-en.ts'

/** Points, credit, and referrals. */
export const loyaltyMessages = defineMessages({ en: loyaltyEn, de: loyaltyDe })
