import type { Translated } from '#shared/messages.ts'
import type { shippingEn } from './shipping-en.ts'

export const shippingDe = {
  abroad: 'International, inklusive Zoll',
  expedited: 'Expressversand',
  free: 'Kostenloser Versand',
  goodwill: 'Kulanz',
  item: 'Artikel',
  shipping: 'Versand',
  sum: 'Teil der Bestellung',
} satisfies Translated<typeof shippingEn>
