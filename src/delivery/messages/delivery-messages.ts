import { defineMessages } from '#shared/messages.ts'
import { deliveryDe } from './delivery-de.ts'
import { deliveryEn } from './delivery-en.ts'

/** When something arrives, and how long it takes until it is there. */
export const deliveryMessages = defineMessages({ en: deliveryEn, de: deliveryDe })
