import { defineMessages } from '#shared/messages.ts'
import { withdrawalDe } from './withdrawal-de.ts'
import { withdrawalEn } from './withdrawal-en.ts'

/** The pages on which an order is canceled or its contract withdrawn from, and the acknowledgement. */
export const withdrawalMessages = defineMessages({ en: withdrawalEn, de: withdrawalDe })
