import { defineMessages } from '#shared/messages.ts'
import { shipmentMailsDe } from './shipment-mails-de.ts'
import { shipmentMailsEn } from './shipment-mails-en.ts'

/** Mails about shipments. */
export const shipmentMailsMessages = defineMessages({ en: shipmentMailsEn, de: shipmentMailsDe })
