import type { Translated } from '#shared/messages.ts'
import type { problemPagesEn } from './problem-pages-en.ts'

export const problemPagesDe = {
  byMail: 'Du bekommst dazu eine Mail von uns.',
  damaged: 'Etwas ist beschädigt',
  declined: 'Abgelehnt.',
  details: 'Was ist passiert?',
  fix: 'Wie sollen wir es lösen?',
  lead: 'Fehlt etwas, ist etwas beschädigt oder nicht das, was du bestellt hast? Sag uns Bescheid, wir bringen es in Ordnung.',
  missing: 'Etwas fehlt',
  open: 'Gemeldet am {day}. Jemand aus unserem Team sieht es sich an und schreibt dir.',
  orderTitle: 'Problem mit Bestellung {number}',
  photoAlt: 'Dein Foto zur Meldung, Nummer {number}',
  photos: 'Fotos',
  photosHint:
    'Bis zu {count}, je höchstens 10 MB: JPEG, PNG oder WebP. Versteckte Angaben wie den Ort entfernen wir.',
  refund: 'Geld zurück',
  refunded: 'Wir erstatten {amount} {target}.',
  reported: 'Deine Meldungen',
  reship: 'Kostenlos noch einmal schicken',
  reshipped: 'Wir schicken es dir kostenlos noch einmal.',
  send: 'Absenden',
  thanks: 'Danke, dass du uns Bescheid gibst',
  title: 'Problem melden',
  which: 'Um welche Artikel geht es?',
  wrong: 'Was stimmt nicht?',
  wrongItem: 'Das habe ich nicht bestellt',
} satisfies Translated<typeof problemPagesEn>
