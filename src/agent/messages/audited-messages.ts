import { defineMessages } from '#shared/messages.ts'
import { auditedDe } from './audited-de.ts'
import { auditedEn } from './audited-en.ts'

/** What an agent changed, as the member reads it. */
export const auditedMessages = defineMessages({ en: auditedEn, de: auditedDe })
