import { defineMessages } from '../messages.ts'
import { retentionDe } from './retention-de.ts'
import { retentionEn } from './retention-en.ts'

/** How long data is kept, as the privacy page says it. */
export const retentionMessages = defineMessages({ en: retentionEn, de: retentionDe })
