import type { Translated } from '#shared/messages.ts'
import type { newsletterEn } from './newsletter-en.ts'

export const newsletterDe = {
  after: 'Versand, Steuer und Gesamtbetrag siehst du, bevor du bezahlst.',
  cartButton: 'Warenkorb öffnen',
  cartHeading: 'Dein Warenkorb ist noch da.',
  cartItems: 'In deinem Warenkorb',
  cartPreview: 'Es wurde nichts abgebucht.',
  cartSubject: 'Dein Warenkorb ist noch da',
  cartText: 'Lass dir Zeit. Du hast noch nichts bestellt, und es wurde nichts abgebucht.',
  cartUnsubscribe:
    'Du bekommst diese Mail, weil du unseren Newsletter abonniert hast. Mit einem Klick kannst du dich <link>abmelden</link>.',
  checkInbox:
    'Bitte klick zur Bestätigung auf den Link in unserer Mail, wenn du unseren Newsletter noch nicht bekommst.',
  confirmButton: 'E-Mail-Adresse bestätigen',
  confirmDone: 'Du bist dabei. Dein erster Newsletter ist unterwegs.',
  confirmHeading: 'Bestätige deine E-Mail-Adresse',
  confirmLead: 'Bestätige, und du bekommst etwa zweimal im Monat unseren Newsletter.',
  confirmLink: 'Der Link gilt {count} Tage. Wenn du das nicht warst, musst du nichts tun.',
  confirmPreview: 'Ein Klick, und du bist dabei.',
  confirmSubject: 'Bestätige deine E-Mail-Adresse für {brand}',
  confirmText: 'Du hast dich für den Newsletter von {brand} angemeldet, etwa zweimal im Monat.',
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
  welcomeHeading: 'Willkommen bei unserem Newsletter.',
  welcomePreview: 'Unser Newsletter kommt etwa zweimal im Monat.',
  welcomeSubject: 'Du hast {brand} abonniert',
  welcomeText:
    'Danke für deine Anmeldung. Etwa zweimal im Monat schicken wir dir neue Artikel über das Mikrobiom, Ernährung und unsere Produkte.',
  welcomeUnsubscribe:
    'Du möchtest diese Mails nicht? Mit einem Klick kannst du dich jederzeit <link>abmelden</link>.',
} satisfies Translated<typeof newsletterEn>
