import type { Translated } from '#shared/messages.ts'
import type { newsletterEn } from './newsletter-en.ts'

export const newsletterDe = {
  after: 'Versand, Steuer und Gesamtbetrag siehst du, bevor du bezahlst.',
  checkInbox:
    'Bitte klick zur Bestätigung auf den Link in unserer Mail, wenn du unseren Newsletter noch nicht bekommst.',
  confirmButton: 'E-Mail-Adresse bestätigen',
  confirmDone: 'Du bist dabei. Dein erster Newsletter ist unterwegs.',
  confirmHeading: 'Bestätige deine E-Mail-Adresse',
  confirmLead: 'Bestätige, und du bekommst etwa zweimal im Monat unseren Newsletter.',
  continueCheckout: 'Weiter zur Kasse',
  continueHeading: 'Mach da weiter, wo du aufgehört hast',
  continueNothing: 'Hier ist nichts mehr offen',
  continueTitle: 'Weiter | {brand}',
  email: 'E-Mail',
  expired: 'Dieser Link ist abgelaufen, oder du hast schon bestellt.',
  failed: 'Da ist etwas schiefgegangen. Bitte versuch es noch einmal.',
  findOrder: 'Bestellung finden',
  invalid: 'Bitte gib eine gültige E-Mail-Adresse ein.',
  page: '{heading} | {brand}',
  pageDescription: 'Der Newsletter von {brand}, etwa zweimal im Monat. Jederzeit abbestellbar.',
  pageHeading: 'Notizen vom Boden',
  pageLead: 'Neue Artikel und Neues von unseren Produkten, etwa zweimal im Monat. Jederzeit abbestellbar.',
  pageTitle: 'Newsletter | {brand}',
  remindersButton: 'Erinnerungen abstellen',
  remindersDone:
    'Die Erinnerungen sind aus. Wieder einschalten kannst du sie in deinem Konto unter E-Mails und Datenschutz.',
  remindersHeading: 'Erinnerungen an Bestellungen abstellen?',
  remindersLead:
    'Dann bekommst du vor Bestellungen keine Mail mehr. Belege, Preisänderungen und gesetzliche Hinweise kommen weiterhin.',
  reviewsButton: 'Anfragen abstellen',
  reviewsDone:
    'Wir fragen dich nicht mehr nach Bewertungen. Mit einem Konto kannst du die Anfragen unter E-Mails und Datenschutz wieder einschalten.',
  reviewsHeading: 'Anfragen nach Bewertungen abstellen?',
  reviewsLead:
    'Dann fragen wir nicht mehr per Mail nach Bewertungen. Alles zu deinen Bestellungen kommt weiterhin.',
  signUp: 'Anmelden',
  startNow: 'Jetzt anfangen',
  thanks: 'Angekommen. Danke.',
  unsubscribeButton: 'Abmelden',
  unsubscribeDone: 'Du bist abgemeldet.',
  unsubscribeHeading: 'Vom Newsletter abmelden?',
  unsubscribeLead: 'Du musst dich dafür nicht anmelden.',
} satisfies Translated<typeof newsletterEn>
