import { defineMessages } from '../messages.ts'
import { refusalDe } from './refusal-de.ts'
import { refusalEn } from './refusal-en.ts'

/** Why something is not possible, where the error catalogue has no sentence for it. */
export const refusalMessages = defineMessages({ en: refusalEn, de: refusalDe })
