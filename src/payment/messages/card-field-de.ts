import type { Translated } from '#shared/messages.ts'
import type { cardFieldEn } from './card-field-en.ts'

export const cardFieldDe = {
  answered: 'Deine Bank hat geantwortet. Einen Moment, bitte.',
  card: 'Karte',
  check: 'Bitte prüfe die Kartendaten.',
  confirm: 'Deine Bank möchte, dass du die Zahlung auf dieser Seite bestätigst.',
  details: 'Kartendaten',
  failed: 'Wir konnten die Bestätigung deiner Bank nicht öffnen. Bitte lade die Seite neu.',
  noAnswer: 'Das Kartenfeld hat nicht geantwortet. Bitte versuch es gleich noch einmal.',
} satisfies Translated<typeof cardFieldEn>
