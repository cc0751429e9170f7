import { defaultLocale } from './locale.ts'
import type { Locale } from './locale.ts'
import { defineMessages } from './messages.ts'
import { intervalDe } from './messages/interval-de.ts'
import { intervalEn } from './messages/interval-en.ts'

const intervalMessages = defineMessages({ en: intervalEn, de: intervalDe })

/** `1` → `every month`, `3` → `every 3 months`. */
export const intervalText = (months: number, locale: Locale = defaultLocale): string =>
  intervalMessages.in(locale)('interval', { months })
