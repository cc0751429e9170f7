import type { Translated } from '#shared/messages.ts'
import type { uiEn } from './ui-en.ts'

export const uiDe = {
  daysLeft: '{days, plural, one {# Tag} other {# Tage}}',
  daysLeftInJar: 'Noch etwa {days} im Glas',
  editQuantity: 'Menge ändern',
  filledIn: 'Ausgefüllt: {fields}.',
  leaveEmpty: 'Bitte leer lassen',
  leftByEstimate: 'reichen die Kapseln im Glas noch, schätzen wir. Genau siehst du es an der Skala am Glas.',
  needsScript:
    'Dieses Formular braucht JavaScript, um zu prüfen, dass du ein Mensch bist. Ohne JavaScript schreib uns bitte an {email}.',
  oneFewer: '{item}: eins weniger',
  oneMore: '{item}: eins mehr',
  starsOf: '{rating} von 5 Sternen',
} satisfies Translated<typeof uiEn>
