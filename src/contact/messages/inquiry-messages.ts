import { defineMessages } from '#shared/messages.ts'
import { inquiryDe } from './inquiry-de.ts'
import { inquiryEn } from './inquiry-en.ts'

/** The forms by which people write to the shop. */
export const inquiryMessages = defineMessages({ en: inquiryEn, de: inquiryDe })
