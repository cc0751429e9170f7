import type { Translated } from '#shared/messages.ts'
import type { reviewPagesEn } from './review-pages-en.ts'

export const reviewPagesDe = {
  button: 'Bestellung finden',
  declined: 'Wir konnten sie nicht veröffentlichen. {why}',
  email: 'E-Mail',
  lead: 'Sag anderen, was du denkst, ob gut oder schlecht. Du brauchst die Nummer einer Bestellung, die angekommen ist.',
  name: 'Name, den wir zeigen',
  number: 'Bestellnummer',
  numberHint: 'Sie steht in der Mail, mit der wir deine Bestellung bestätigt haben.',
  published: 'Deine Bewertung ist veröffentlicht. Wenn du sie änderst, lesen wir sie erst noch einmal.',
  remove: 'Bewertung löschen',
  removed: 'Deine Bewertung ist gelöscht.',
  reviewOrder: 'Bestellung {number} bewerten',
  reviewProduct: '{product} bewerten',
  save: 'Bewertung speichern',
  send: 'Bewertung absenden',
  star1: 'Schlecht',
  star2: 'Nicht gut',
  star3: 'In Ordnung',
  star4: 'Gut',
  star5: 'Ausgezeichnet',
  stars: 'Wie viele Sterne?',
  text: 'Deine Bewertung',
  textHint:
    'Was hat dir gefallen, was nicht? Bitte erwähne keine Krankheiten: Bei einem Nahrungsergänzungsmittel dürfen wir das nicht zeigen.',
  title: 'Titel',
  waiting: 'Danke. Wir lesen deine Bewertung bald und schreiben dir dann.',
  write: 'Bewertung schreiben',
} satisfies Translated<typeof reviewPagesEn>
