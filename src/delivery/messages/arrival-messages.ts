import { defineMessages } from '#shared/messages.ts'
import { arrivalDe } from './arrival-de.ts'
import { arrivalEn } from './arrival-en.ts'

/** When something arrives. */
export const arrivalMessages = defineMessages({ en: arrivalEn, de: arrivalDe })
