import type { Translated } from '#shared/messages.ts'
import type { mailFrameEn } from './mail-frame-en.ts'

export const mailFrameDe = {
  activity: 'Du bekommst diese Mail, weil sich in deinem Konto bei {brand} etwas getan hat.',
  questions: 'Fragen beantworten wir unter {email}.',
} satisfies Translated<typeof mailFrameEn>
