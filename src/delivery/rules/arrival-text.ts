import { rangeText } from '#shared/date-range.ts'
import type { WireRange } from '#shared/date-range.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { arrivalMessages } from '../messages/arrival-messages.ts'

/** How every page and mail says when something arrives: `Arrives December 6–9`. */
export const arrivalText = (arrives: WireRange, locale: Locale = defaultLocale): string =>
  arrivalMessages.in(locale)('arrives', { days: rangeText(arrives, locale) })
