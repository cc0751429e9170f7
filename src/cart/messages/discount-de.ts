import type { Translated } from '#shared/messages.ts'
import type { discountEn } from './discount-en.ts'

export const discountDe = {
  automatic: 'in diesem Abo',
  bundle: 'für zwei zusammen',
  stackable: 'mit deinem Angebot',
} satisfies Translated<typeof discountEn>
