import type { Translated } from '#shared/messages.ts'
import type { owedEn } from './owed-en.ts'

export const owedDe = {
  checkAgain: 'Noch einmal nachsehen',
  confirmTitle: 'Bei deiner Bank bestätigen',
  continueToBank: 'Weiter zu deiner Bank',
  continueToPage: 'Weiter zur Kartenseite',
  declined: '{card} wurde für dein Abo „{plan}“ abgelehnt. Es wurde nichts abgebucht und nichts verschickt.',
  discounts: 'Rabatte',
  enterOther: 'Andere Karte eingeben',
  entered: 'Du zahlst mit der gerade eingegebenen Karte.',
  expired: 'Dieser Link ist abgelaufen',
  expiredLead:
    'Der Link gilt nur eine Weile und nur, solange eine Bestellung nicht bezahlt ist. Wie es gerade steht, siehst du bei deinen Abos.',
  needsScripts: 'Um eine Karte einzugeben, brauchst du JavaScript. Bitte schalte es für diese Seite ein.',
  nextOrder: 'Deine nächste Bestellung kommt am {day}.',
  nextTry: 'Sonst versuchen wir es am {day} mit {card}.',
  notPaid: 'Deine Bestellung ist noch nicht bezahlt.',
  onCardPage:
    'Du gibst deine Karte auf der Seite unseres Zahlungsdienstes ein und kommst dann hierher zurück. Abgebucht wird erst, wenn du die Summe bestätigst.',
  oneMoment: 'Einen Moment',
  orOther: 'Oder mit einer anderen Karte zahlen',
  orderSummary: 'Deine Bestellung',
  otherTitle: 'Mit einer anderen Karte zahlen',
  paid: 'Zahlung erhalten',
  paidNote:
    'Deine Bestellung ist aufgegeben und wird bald verschickt. Dieses Abo läuft ab jetzt über die neue Karte.',
  payNow: 'Jetzt zahlen',
  payOrder: 'Bestellung bezahlen',
  sameCard: 'derselben Karte',
  shipping: 'Versand',
  subscriptions: 'Zu deinen Abos',
  taxes: 'Steuern',
  terms: 'Du kannst jederzeit überspringen, pausieren oder kündigen. <link>Abo-Bedingungen</link>',
  theCard: 'Die Karte mit der Endung {last4}',
  today: 'Du zahlst heute {amount}, und dein Abo läuft künftig über diese Karte.',
} satisfies Translated<typeof owedEn>
