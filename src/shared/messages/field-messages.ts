import { defineMessages } from '../messages.ts'
import { fieldDe } from './field-de.ts'
import { fieldEn } from './field-en.ts'

/** What is wrong with what was entered in a field. */
export const fieldMessages = defineMessages({ en: fieldEn, de: fieldDe })
