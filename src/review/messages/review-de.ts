import type { Translated } from '#shared/messages.ts'
import type { reviewEn } from './review-en.ts'

export const reviewDe = {
  askHeading: 'Wie findest du {products}?',
  askNote: 'Der Link öffnet die Bewertung zu deiner Bestellung, ohne Passwort.',
  askPreview: 'Gut oder schlecht: Andere lesen es, bevor sie kaufen.',
  askReason: 'Du bekommst diese Mail, weil du bei uns bestellt hast.',
  askStop:
    'Wir fragen zu jedem Produkt nur einmal. Mit einem Klick kannst du <link>diese Anfragen abstellen</link>.',
  askText:
    'Du hast es seit ein paar Wochen. Erzähl anderen, was dir gefällt und was nicht. Wir veröffentlichen auch kritische Bewertungen.',
  button: 'Bestellung finden',
  change: 'Bewertung ändern',
  changeLink: 'Du kannst sie <link>jederzeit ändern oder löschen</link>.',
  declined: 'Wir konnten sie nicht veröffentlichen. {why}',
  declinedCritical:
    'Kritische Bewertungen sind willkommen. Bitte ändere diese Stellen, dann lesen wir sie noch einmal.',
  declinedDisagree: 'Wenn du das anders siehst, schreib bitte an {email}.',
  declinedHeading: 'So können wir deine Bewertung nicht veröffentlichen.',
  declinedSubject: 'So können wir deine Bewertung nicht veröffentlichen',
  declinedText: 'Danke für „{title}“ über {product}. {why}',
  email: 'E-Mail',
  lead: 'Sag anderen, was du denkst, ob gut oder schlecht. Du brauchst die Nummer einer Bestellung, die angekommen ist.',
  name: 'Name, den wir zeigen',
  number: 'Bestellnummer',
  numberHint: 'Sie steht in der Mail, mit der wir deine Bestellung bestätigt haben.',
  published: 'Deine Bewertung ist veröffentlicht. Wenn du sie änderst, lesen wir sie erst noch einmal.',
  publishedHeading: 'Danke für deine Bewertung.',
  publishedPreview: 'Danke, dass du {product} bewertet hast.',
  publishedSubject: 'Deine Bewertung ist veröffentlicht',
  publishedText: 'Deine Bewertung „{title}“ von {product} steht jetzt auf unserer Website.',
  read: 'Bewertungen lesen',
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
  whyHealthClaim:
    'Darin steht, dass das Produkt eine Krankheit oder Beschwerden behandelt, heilt oder verhindert. Bei einem Nahrungsergänzungsmittel dürfen wir das nicht zeigen.',
  whyNotAboutProduct:
    'Sie handelt nicht vom Produkt. Bei Fragen zu Lieferung oder Service melde dich bitte bei uns, wir antworten.',
  whyPersonalData:
    'Sie enthält persönliche Angaben, etwa einen vollen Namen, eine Anschrift oder eine E-Mail-Adresse.',
  whyProfanity: 'Sie enthält beleidigende Ausdrücke.',
  write: 'Bewertung schreiben',
} satisfies Translated<typeof reviewEn>
