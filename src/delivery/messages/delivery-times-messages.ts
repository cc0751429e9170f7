import { defineMessages } from '#shared/messages.ts'
import { deliveryTimesDe } from './delivery-times-de.ts'
import { deliveryTimesEn } from './delivery-times-en.ts'

/** How long something takes until it is there. */
export const deliveryTimesMessages = defineMessages({ en: deliveryTimesEn, de: deliveryTimesDe })
