import { defineMessages } from '#shared/messages.ts'
import { productDe } from './product-de.ts'
import { productEn } from './product-en.ts'

/** A product: its plans, pictures and reviews. */
export const productMessages = defineMessages({ en: productEn, de: productDe })
