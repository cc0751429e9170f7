import type { Translated } from '#shared/messages.ts'
import type { withdrawalMailsEn } from './withdrawal-mails-en.ts'

export const withdrawalMailsDe = {
  endedReturn:
    'Deine Rückgabe {number} ist aufgehoben, weil die ganze Bestellung zurückgeht. Bitte benutze ihren Versandschein nicht.',
  heading: '{kind, select, cancel {Deine Bestellung ist storniert.} other {Dein Widerruf ist eingegangen.}}',
  preview: 'Eingegangen am {day} um {time} ({zone}).',
  refund:
    '{kind, select, cancel {{amount} gehen zurück {target}.} other {Bitte schick das Paket innerhalb von 14 Tagen zurück. Ist es da, gehen {amount} zurück {target}.}}',
  subject:
    '{kind, select, cancel {Bestellung {number} ist storniert} other {Dein Widerruf der Bestellung {number}}}',
  subscriptions: 'Abos aus dieser Bestellung enden mit ihr. Das bestätigen wir in einer eigenen Mail.',
  text: '{kind, select, cancel {{name} hat Bestellung {number} storniert.} other {{name} hat den Vertrag zur Bestellung {number} widerrufen.}} Das ist am {day} um {time} ({zone}) bei uns eingegangen.',
} satisfies Translated<typeof withdrawalMailsEn>
