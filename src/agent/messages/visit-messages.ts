import { defineMessages } from '#shared/messages.ts'
import { visitDe } from './visit-de.ts'
import { visitEn } from './visit-en.ts'

/** What members and agents read of a support session. */
export const visitMessages = defineMessages({ en: visitEn, de: visitDe })
