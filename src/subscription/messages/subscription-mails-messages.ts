import { defineMessages } from '#shared/messages.ts'
import { subscriptionMailsDe } from './subscription-mails-de.ts'
import { subscriptionMailsEn } from './subscription-mails-en.ts'

/** Mails about a subscription: renewals, declined cards, changes, and advance notices. */
export const subscriptionMailsMessages = defineMessages({ en: subscriptionMailsEn, de: subscriptionMailsDe })
