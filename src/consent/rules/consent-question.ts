import type { Locale } from '#shared/locale.ts'
import { consentMessages } from '../messages/consent-messages.ts'

/** The question of the banner, as it is stored with the proof. */
export const consentQuestion = (locale: Locale): string => consentMessages.in(locale)('question')
