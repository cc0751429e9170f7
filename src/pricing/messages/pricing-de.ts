import type { Translated } from '#shared/messages.ts'
import type { pricingEn } from './pricing-en.ts'

export const pricingDe = {
  abroad: 'International, inklusive Zoll',
  both: 'auf deine Karte, soweit sie gezahlt hat, der Rest als Guthaben auf dein Konto',
  card: 'an dein Zahlungsmittel',
  credit: 'als Guthaben auf dein Konto',
  expedited: 'Expressversand',
  free: 'Kostenloser Versand',
  goodwill: 'Kulanz',
  item: 'Artikel',
  lastKnown:
    'Der Steuerdienst hat nicht geantwortet, darum ist die Steuer nach seinen Sätzen vom {day} berechnet.',
  ownTable:
    'Der Steuerdienst hat nicht geantwortet, darum ist die Steuer nach der Tabelle des Shops berechnet.',
  shipping: 'Versand',
  sum: 'Teil der Bestellung',
  tax: 'Steuer, {place}',
  taxPercent: 'Steuer, {place}, {percent} %',
} satisfies Translated<typeof pricingEn>
