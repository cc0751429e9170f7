import type { Translated } from '#shared/messages.ts'
import type { arrivalEn } from './arrival-en.ts'

export const arrivalDe = {
  arrives: 'Ankunft: {days}',
} satisfies Translated<typeof arrivalEn>
