import { defineMessages } from '#shared/messages.ts'
import { newBrandDe } from './new-brand-de.ts'
import { newBrandEn } from './new-brand-en.ts'

/** What menus and first pages of a new brand say until somebody changes it at the desk. */
export const newBrandMessages = defineMessages({ en: newBrandEn, de: newBrandDe })
