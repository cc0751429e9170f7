import { defineMessages } from '#shared/messages.ts'
import { auditedChangeDe } from './audited-change-de.ts'
import { auditedChangeEn } from './audited-change-en.ts'

/** What an agent changed of a subscription, as the end of a sentence. */
export const auditedChangeMessages = defineMessages({ en: auditedChangeEn, de: auditedChangeDe })
