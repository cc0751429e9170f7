import { defineMessages } from '#shared/messages.ts'
import { subscriptionMailsDe } from './subscription-mails-de.ts'
import { subscriptionMailsEn } from './subscription-mails-en.ts'

/** Mails about renewals, declined cards and changes of a subscription. */
export const subscriptionMailsMessages = defineMessages({ en: subscriptionMailsEn, de: subscriptionMailsDe })
