import type { Translated } from '#shared/messages.ts'
import type { refundTargetEn } from './refund-target-en.ts'

export const refundTargetDe = {
  both: 'auf deine Karte, soweit sie gezahlt hat, der Rest als Guthaben auf dein Konto',
  card: 'an dein Zahlungsmittel',
  credit: 'als Guthaben auf dein Konto',
} satisfies Translated<typeof refundTargetEn>
