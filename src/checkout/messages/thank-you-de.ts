import type { Translated } from '#shared/messages.ts'
import type { thankYouEn } from './thank-you-en.ts'

export const thankYouDe = {
  addToCalendar: 'In den Kalender',
  agreedTo: 'Was du vereinbart hast',
  answerQuestions: 'Fragen beantworten',
  arrives: 'Ankunft <days></days>',
  backToCheckout: 'Zurück zur Kasse',
  calendarArrives: 'Bestellung von {brand} kommt an',
  calendarEstimate: 'Bestellung {number}. Der Tag ist geschätzt.',
  calendarNext: 'Nächste Bestellung bei {brand}',
  calendarUntil: 'Bis zum Tag davor kannst du sie in deinem Konto überspringen, verschieben oder kündigen.',
  cancelOrder: 'Bestellung stornieren',
  checkAgain: 'Noch einmal nachsehen',
  confirmationSent: 'Die Bestätigung ging an {email}.',
  confirmed: 'Deine Bestellung <number></number> ist bestätigt. Bezahlt hast du {amount}.',
  continueToBank: 'Weiter zu deiner Bank',
  findInAccount:
    'Der Link zu dieser Seite ist unvollständig. Du findest deine Bestellung in deinem Konto oder mit ihrer Nummer und deiner E-Mail-Adresse.',
  findOrder: 'Bestellung finden',
  findYourOrder: 'Finde deine Bestellung',
  giftFor: 'Ein Geschenk für {name}',
  giftStep:
    'Am {day} schicken wir deine Nachricht und einen Link an {email}. Wohin geliefert wird, sucht {name} selbst aus. Mit der Bestellnummer <number></number> verfolgst du das Geschenk, änderst die E-Mail-Adresse oder stornierst es.',
  happensNext: 'Wie es weitergeht',
  itemsKept: 'Dein Warenkorb und alle Eingaben sind noch da.',
  linkSent:
    'Wir haben einen Link an <email></email> geschickt. Wähle jetzt ein Passwort, oder füge einen Passkey hinzu, wenn du den Link öffnest. Dann kannst du diese Bestellung verfolgen und Abos verwalten. Wenn du schon ein Konto hast, führt der Link dorthin.',
  madeToOrder:
    'Wird für dich hergestellt: {note}. Sobald sie unterwegs ist, bekommst du einen Link zur Sendungsverfolgung.',
  manage: 'Abo verwalten',
  nextOrder: 'Nächste Bestellung am <days></days>',
  noOrder: 'Es wurde nichts bestellt',
  oneMoment: 'Einen Moment',
  orderHistory: 'Bestellungen',
  orderNumbered: 'Bestellung {number}',
  orderPlaced: 'Bestellt am <days></days>',
  ordered: 'Bestellt',
  password: 'Passwort',
  passwordHint: 'Mindestens 6 Zeichen. Ein Satz, den du dir merkst, ist sicherer als ein kurzes Wort.',
  passwordSaved:
    'Dein Passwort ist gespeichert. Öffne den Link aus unserer E-Mail an {email} auf diesem Gerät, um deine E-Mail-Adresse zu bestätigen und dich anzumelden. Auf einem anderen Gerät wählst du dort ein Passwort. Wenn dein Konto schon ein Passwort hat, bleibt es dabei.',
  privacy:
    'Zum Schutz deiner Daten zeigen wir diese Seite nur einen Tag lang und nur in dem Browser, in dem du bestellt hast. Du findest deine Bestellung in deinem Konto oder mit ihrer Nummer und deiner E-Mail-Adresse.',
  referFriend: 'Freunde einladen',
  referLater: 'Sobald du dein Passwort gewählt hast, findest du deinen Link zum Teilen in deinem Konto.',
  renewsNote:
    'Drei Tage vorher schreiben wir dir. Bis dahin kannst du sie überspringen, verschieben oder kündigen.',
  routine: 'Finde deine Routine',
  routineText: 'Vier Fragen helfen dir beim Start. Deine Antworten geben wir nie für Werbung weiter.',
  savePassword: 'Passwort speichern',
  sendAgain: 'Link noch einmal schicken',
  setPassword: 'Leg dein Passwort fest',
  shareLink: 'Teile deinen Link mit einem Freund oder einer Freundin.',
  shipping: 'Versand',
  shipsTo: 'Geht an',
  subscriptionTerms: 'Abo-Bedingungen',
  thanks: 'Danke',
  trackGift: 'Geschenk verfolgen',
  trackingNote: 'Sobald sie unterwegs ist, bekommst du einen Link zur Sendungsverfolgung.',
  yourOrder: 'Deine Bestellung',
} satisfies Translated<typeof thankYouEn>
