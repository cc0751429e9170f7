import { defineMessages } from '#shared/messages.ts'
import { giftMailsDe } from './gift-mails-de.ts'
import { giftMailsEn } from './gift-mails-en.ts'

/** Mails about gifts, to their givers and recipients. */
export const giftMailsMessages = defineMessages({ en: giftMailsEn, de: giftMailsDe })
