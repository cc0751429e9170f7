import { defineMessages } from '../messages.ts'
import { errorDe } from './error-de.ts'
import { errorEn } from './error-en.ts'

/** The sentences of the error catalogue, by their codes. */
export const errorMessages = defineMessages({ en: errorEn, de: errorDe })
