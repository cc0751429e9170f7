import type { Translated } from '#shared/messages.ts'
import type { sectionsEn } from './sections-en.ts'

export const sectionsDe = {
  allergens: 'Allergene:',
  amountPerServing: 'Menge pro Portion',
  dailyValue: '% des Tageswerts',
  dailyValueNot: '† Kein Tageswert festgelegt. ',
  effective: 'Gültig ab dem {day}.',
  ingredient: 'Zutat',
  minutes: '{count} Minuten',
  notEstablished: 'nicht festgelegt',
  otherIngredients: 'Weitere Zutaten:',
  reviewedBy: 'Geprüft von: {name}',
  sampleText: 'Mustertext. Lass ihn anwaltlich prüfen, bevor du einen Shop eröffnest.',
  seeDisclaimer: 'Zum Hinweis',
  servingSize: 'Eine Portion: {size}',
  servings: 'Portionen pro Packung: {count}',
  shop: '{product} ansehen',
  supplementFacts: 'Nährwertangaben',
  videoDescription: 'Beschreibung des Films',
  writtenBy: 'Geschrieben von: {name}',
} satisfies Translated<typeof sectionsEn>
