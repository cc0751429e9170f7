import { defineMessages } from '#shared/messages.ts'
import { accountMailsDe } from './account-mails-de.ts'
import { accountMailsEn } from './account-mails-en.ts'

/** Mails about the account: links, codes, and what only its owner should do. */
export const accountMailsMessages = defineMessages({ en: accountMailsEn, de: accountMailsDe })
