import { defineMessages } from '#shared/messages.ts'
import { chargeDe } from './charge-de.ts'
import { chargeEn } from './charge-en.ts'

/** What is said of a charge that is in flight while a subscription is changed. */
export const chargeTexts = defineMessages({ en: chargeEn, de: chargeDe })
