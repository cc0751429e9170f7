import type { Translated } from '#shared/messages.ts'
import type { reviewsPageEn } from './reviews-page-en.ts'

export const reviewsPageDe = {
  highest: 'Beste zuerst',
  lowest: 'Schlechteste zuerst',
  newest: 'Neueste zuerst',
  next: 'Weiter',
  none: 'Noch keine Bewertungen.',
  order: 'Reihenfolge der Bewertungen',
  page: 'Seite {page} von {pages}',
  pages: 'Seiten',
  previous: 'Zurück',
  rules:
    'Bewerten kann nur, wer das Produkt von uns bekommen hat. Wir lesen jede Bewertung, bevor wir sie veröffentlichen, und lassen nur Beleidigungen, persönliche Angaben, Aussagen über Krankheiten und Dinge weg, die nichts mit dem Produkt zu tun haben.',
  title: 'Bewertungen zu {product}',
  write: 'Bewertung schreiben',
} satisfies Translated<typeof reviewsPageEn>
