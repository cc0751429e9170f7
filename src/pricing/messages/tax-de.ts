import type { Translated } from '#shared/messages.ts'
import type { taxEn } from './tax-en.ts'

export const taxDe = {
  lastKnown:
    'Der Steuerdienst hat nicht geantwortet, darum ist die Steuer nach seinen Sätzen vom {day} berechnet.',
  ownTable:
    'Der Steuerdienst hat nicht geantwortet, darum ist die Steuer nach der Tabelle des Shops berechnet.',
  tax: 'Steuer, {place}',
  taxPercent: 'Steuer, {place}, {percent} %',
} satisfies Translated<typeof taxEn>
