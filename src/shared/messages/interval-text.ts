import { defaultLocale } from '../locale.ts'
import type { Locale } from '../locale.ts'
import { intervalMessages } from './interval-messages.ts'

/** `1` → `every month`, `3` → `every 3 months`. */
export const intervalText = (months: number, locale: Locale = defaultLocale): string =>
  intervalMessages.in(locale)('interval', { months })
