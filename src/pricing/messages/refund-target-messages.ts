import { defineMessages } from '#shared/messages.ts'
import { refundTargetDe } from './refund-target-de.ts'
import { refundTargetEn } from './refund-target-en.ts'

/** Where a refund goes, as the end of a sentence. */
export const refundTargetMessages = defineMessages({ en: refundTargetEn, de: refundTargetDe })
