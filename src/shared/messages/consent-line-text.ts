import { brand } from '../brand.ts'
import type { Locale } from '../locale.ts'
import { consentLineMessages } from './consent-line-messages.ts'

/** The sentence next to every newsletter form (spec §2), stored with each consent as its proof. */
export const consentLine = (locale: Locale): string =>
  consentLineMessages.in(locale)('line', { brand: brand.name })
