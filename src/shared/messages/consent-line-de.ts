import type { Translated } from '../messages.ts'
import type { consentLineEn } from './consent-line-en.ts'

export const consentLineDe = {
  line: 'Mit der Anmeldung willigst du ein, E-Mails von {brand} zu bekommen.',
} satisfies Translated<typeof consentLineEn>
