import { defineMessages } from '#shared/messages.ts'
import { orderMailsDe } from './order-mails-de.ts'
import { orderMailsEn } from './order-mails-en.ts'

/** Mails about a purchase, and what mails about an order have in common. */
export const orderMailsMessages = defineMessages({ en: orderMailsEn, de: orderMailsDe })
