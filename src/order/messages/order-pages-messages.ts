import { defineMessages } from '#shared/messages.ts'
import { orderPagesDe } from './order-pages-de.ts'
import { orderPagesEn } from './order-pages-en.ts'

/** The pages of orders. */
export const orderPagesMessages = defineMessages({ en: orderPagesEn, de: orderPagesDe })
