import type { Translated } from '#shared/messages.ts'
import type { returnMailsEn } from './return-mails-en.ts'

export const returnMailsDe = {
  alreadyRefunded: 'Der Inhalt wurde schon erstattet, darum wird nichts weiter erstattet.',
  carrierOfChoice: 'Schick es mit einem Paketdienst deiner Wahl, das Porto zahlst du.',
  declined:
    'Das können wir nicht ersetzen oder erstatten. Wenn du das anders siehst, schreib bitte an {email}.',
  expiredHeading: 'Deine Rückgabe ist beendet.',
  expiredPreview: 'Dein Paket ist nicht bei uns angekommen.',
  expiredSubject: 'Deine Rückgabe {number} ist beendet',
  expiredText:
    'Dein Paket war bis zum {day} nicht bei uns, darum ist die Rückgabe zur Bestellung {order} ohne Erstattung beendet.{label, select, yes { Der Versandschein gilt nicht mehr.} other {}} Wenn du es abgeschickt hast, erstatten wir, sobald es ankommt.',
  expiringHeading: 'Dein Paket ist noch nicht bei uns.',
  expiringPreview: 'Bitte schick es bis zum {day} ab.',
  expiringSubject: 'Deine Rückgabe {number} endet bald',
  expiringText:
    'Wenn du diese Artikel aus Bestellung {order} noch zurückgeben möchtest, schick sie bitte bis zum {day} ab. Sind sie schon unterwegs oder möchtest du sie doch behalten, musst du nichts tun.',
  howToHeading: 'So schickst du es zurück.',
  labelNote: 'Druck den bezahlten Versandschein aus, kleb ihn auf das Paket und gib es beim Paketdienst ab.',
  labelRefused:
    'Unser Paketdienst konnte für deine Adresse keinen Versandschein erstellen. Bitte schreib an {email}, bevor du es abschickst. Den Rückversand zahlen wir.',
  notRefundedHeading: 'Dein Paket ist da.',
  notRefundedPreview: 'Dafür wird nichts erstattet.',
  notRefundedSubject: 'Deine Rückgabe {number} ist angekommen',
  notRefundedWrong: 'Wenn das nicht stimmt, melde dich bitte bei uns und nenn deine Bestellung {order}.',
  openLabel: 'Versandschein öffnen',
  problemAbout: 'Zu {number}: {state, select, declined {unsere Antwort} other {unsere Lösung}}',
  problemHeading: '{state, select, declined {Unsere Antwort.} other {Unsere Lösung.}}',
  problemReceived: '{number} ist eingegangen',
  problemReported: 'Du hast ein Problem mit Bestellung {order} gemeldet.',
  problemSorry:
    'Das Problem mit Bestellung {order} tut uns leid. Jemand aus unserem Team sieht es sich an und schreibt dir, meist innerhalb von zwei Werktagen.',
  problemThanks: 'Danke, dass du uns Bescheid gibst.',
  reason: 'Du hast Rückgabe {number} angemeldet.',
  refunded: 'Wir erstatten {amount} {target}. Du musst nichts zurückschicken.',
  requestedSubject: 'Deine Rückgabe {number}',
  requestedText:
    'Pack die ungeöffneten Artikel aus Bestellung {order} ein und schreib {number} auf das Paket. Bitte schick es bis zum {day} ab.',
  reshipped:
    'Wir schicken es dir kostenlos noch einmal. Sobald es unterwegs ist, bekommst du eine Mail. Du musst nichts zurückschicken.',
  shipsTo: 'Geht an',
  subscriptionContinues: 'Dein Abo läuft weiter.',
  willRefund: 'Ist es bei uns, gehen {amount} zurück {target}.',
} satisfies Translated<typeof returnMailsEn>
