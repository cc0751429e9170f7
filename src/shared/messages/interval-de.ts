import type { Translated } from '../messages.ts'
import type { intervalEn } from './interval-en.ts'

export const intervalDe = {
  interval: '{months, plural, =1 {jeden Monat} other {alle # Monate}}',
} satisfies Translated<typeof intervalEn>
