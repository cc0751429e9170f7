import { defineMessages } from '#shared/messages.ts'
import { withdrawalMailsDe } from './withdrawal-mails-de.ts'
import { withdrawalMailsEn } from './withdrawal-mails-en.ts'

/** The acknowledgement of a cancellation or a withdrawal. */
export const withdrawalMailsMessages = defineMessages({ en: withdrawalMailsEn, de: withdrawalMailsDe })
