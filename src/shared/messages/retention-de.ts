import type { Translated } from '../messages.ts'
import type { retentionEn } from './retention-en.ts'

export const retentionDe = {
  span: '{days, plural, =1 {Ein Tag} =365 {Ein Jahr} other {{days} Tage}}',
} satisfies Translated<typeof retentionEn>
