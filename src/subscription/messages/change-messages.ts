import { defineMessages } from '#shared/messages.ts'
import { changeDe } from './change-de.ts'
import { changeEn } from './change-en.ts'

/** The pages on which a subscription is changed or canceled. */
export const changeMessages = defineMessages({ en: changeEn, de: changeDe })
