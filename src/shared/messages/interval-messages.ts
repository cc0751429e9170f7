import { defineMessages } from '../messages.ts'
import { intervalDe } from './interval-de.ts'
import { intervalEn } from './interval-en.ts'

/** How often something happens. */
export const intervalMessages = defineMessages({ en: intervalEn, de: intervalDe })
