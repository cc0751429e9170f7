import type { Translated } from '#shared/messages.ts'
import type { withdrawalEn } from './withdrawal-en.ts'

export const withdrawalDe = {
  afterDelivery: '14 Tage nach der Zustellung',
  bankTime: 'Bis die Erstattung zu sehen ist, kann deine Bank bis zu zehn Tage brauchen.',
  cancelThis: 'Diese Bestellung stornieren',
  cancelTitle: 'Bestellung {number} stornieren',
  confirm: 'Widerruf bestätigen',
  confirmationTo: 'Wir schicken sofort eine Bestätigung an {email}.',
  doneRefund: '<price></price> gehen zurück {target}.',
  doneReturn:
    'Bitte schick das Paket innerhalb von 14 Tagen zurück. Ist es da, gehen <price></price> zurück {target}.',
  email: 'E-Mail',
  endsToo: 'Damit endet auch das Abo.',
  find: 'Bestellung finden',
  headingWithdraw: 'Bestellung stornieren oder Vertrag widerrufen',
  hint: 'Sie steht in deiner Bestätigungsmail.',
  isCanceled: 'Bestellung {number} ist storniert',
  keep: 'Bestellung behalten',
  leadCancel: 'Du kannst eine Bestellung stornieren, bis wir sie packen. Danach kannst du sie zurückgeben.',
  leadWithdraw:
    'Du kannst eine Bestellung stornieren, bis wir sie packen. In der EU, im EWR und im Vereinigten Königreich kannst du den Vertrag außerdem innerhalb von 14 Tagen nach der Zustellung ohne Angabe von Gründen widerrufen.',
  notShipped: 'Sie ist noch nicht verschickt, wir halten sie an.',
  nothingMore: 'Es wird nichts mehr verschickt und nichts mehr abgebucht.',
  number: 'Bestellnummer',
  received: 'Eingegangen am {day}. Wir haben dir eine Bestätigung geschickt.',
  returnInstead: 'Stattdessen Artikel zurückgeben',
  returnPackage: 'Bitte schick das Paket innerhalb von 14 Tagen zurück.',
  tabCancel: 'Bestellung stornieren',
  tabWithdraw: 'Stornieren oder widerrufen',
  willRefund:
    '{kind, select, cancel {} other {Ist das Paket da, gehen }}<price></price> {kind, select, cancel {gehen } other {}}zurück {target}.',
  withdraw: 'Vertrag widerrufen',
  withdrawTitle: 'Vertrag zur Bestellung {number} widerrufen',
  withdrawUntil: 'Du kannst widerrufen bis {day}.',
  withdrew: 'Du hast Bestellung {number} widerrufen',
  yourName: 'Dein Name',
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
} satisfies Translated<typeof withdrawalEn>
