import type { Translated } from '#shared/messages.ts'
import type { reviewMailsEn } from './review-mails-en.ts'

export const reviewMailsDe = {
  askHeading: 'Wie findest du {products}?',
  askNote: 'Der Link öffnet die Bewertung zu deiner Bestellung, ohne Passwort.',
  askPreview: 'Gut oder schlecht: Andere lesen es, bevor sie kaufen.',
  askReason: 'Du bekommst diese Mail, weil du bei uns bestellt hast.',
  askStop:
    'Wir fragen zu jedem Produkt nur einmal. Mit einem Klick kannst du <link>diese Anfragen abstellen</link>.',
  askText:
    'Du hast es seit ein paar Wochen. Erzähl anderen, was dir gefällt und was nicht. Wir veröffentlichen auch kritische Bewertungen.',
  change: 'Bewertung ändern',
  changeLink: 'Du kannst sie <link>jederzeit ändern oder löschen</link>.',
  declinedCritical:
    'Kritische Bewertungen sind willkommen. Bitte ändere diese Stellen, dann lesen wir sie noch einmal.',
  declinedDisagree: 'Wenn du das anders siehst, schreib bitte an {email}.',
  declinedHeading: 'So können wir deine Bewertung nicht veröffentlichen.',
  declinedSubject: 'So können wir deine Bewertung nicht veröffentlichen',
  declinedText: 'Danke für „{title}“ über {product}. {why}',
  publishedHeading: 'Danke für deine Bewertung.',
  publishedPreview: 'Danke, dass du {product} bewertet hast.',
  publishedSubject: 'Deine Bewertung ist veröffentlicht',
  publishedText: 'Deine Bewertung „{title}“ von {product} steht jetzt auf unserer Website.',
  read: 'Bewertungen lesen',
  whyHealthClaim:
    'Darin steht, dass das Produkt eine Krankheit oder Beschwerden behandelt, heilt oder verhindert. Bei einem Nahrungsergänzungsmittel dürfen wir das nicht zeigen.',
  whyNotAboutProduct:
    'Sie handelt nicht vom Produkt. Bei Fragen zu Lieferung oder Service melde dich bitte bei uns, wir antworten.',
  whyPersonalData:
    'Sie enthält persönliche Angaben, etwa einen vollen Namen, eine Anschrift oder eine E-Mail-Adresse.',
  whyProfanity: 'Sie enthält beleidigende Ausdrücke.',
  write: 'Bewertung schreiben',
} satisfies Translated<typeof reviewMailsEn>
