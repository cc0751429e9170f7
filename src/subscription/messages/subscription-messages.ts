import { defineMessages } from '#shared/messages.ts'
import { subscriptionDe } from './subscription-de.ts'
import { subscriptionEn } from './subscription-en.ts'

/** The pages of a member’s subscriptions, and of an order that waits for a card. */
export const subscriptionMessages = defineMessages({ en: subscriptionEn, de: subscriptionDe })
