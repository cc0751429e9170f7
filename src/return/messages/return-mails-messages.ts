import { defineMessages } from '#shared/messages.ts'
import { returnMailsDe } from './return-mails-de.ts'
import { returnMailsEn } from './return-mails-en.ts'

/** Mails about returns and reported problems. */
export const returnMailsMessages = defineMessages({ en: returnMailsEn, de: returnMailsDe })
