import type { Translated } from '#shared/messages.ts'
import type { chargeEn } from './charge-en.ts'

export const chargeDe = {
  beforeAddress:
    'Diese Zahlung begann, bevor du die Adresse geändert hast, und ihre Bestellung geht an die alte Adresse.',
  beforeCancel: 'Diese Zahlung begann, bevor du gekündigt hast.',
  beforeChange: 'Diese Zahlung begann vor dieser Änderung, und ihre Bestellung bleibt, wie sie ist.',
  cancelToo: 'Auch diese Bestellung stornieren und {amount} zurückbekommen',
  declinedCancel: 'Lehnt deine Bank ab, wird nichts abgebucht.',
  failedGivesUp: 'Scheitert die Zahlung, versuchen wir diese Bestellung nicht noch einmal.',
  failedRequested: 'Scheitert die Zahlung, entfällt diese Bestellung, und deine bisherigen Termine gelten.',
  failedRetry: 'Scheitert die Zahlung, versuchen wir diese Bestellung noch einmal mit dieser Änderung.',
  notAgain: 'Es wird nichts mehr abgebucht.',
  nothingElse: 'Für dieses Abo wird sonst nichts abgebucht.',
  oldAddress: '{charge} Diese Bestellung geht an die alte Adresse. Spätere gehen an diese.',
  paymentContinues: '{charge} Diese Zahlung läuft weiter. Sonst wird nichts abgebucht.',
  phrase:
    '{amount} {state, select, pending {werden gerade} other {wurden}} für deine Bestellung vom {day} abgebucht',
  staysSame: '{charge} Diese Bestellung bleibt, wie sie ist. Die Änderung gilt ab der Bestellung danach.',
  stillShips: 'Diese Bestellung wird noch verschickt. Bis dahin kannst du sie stornieren.',
  stillShipsOncePaid:
    'Ist sie bezahlt, wird diese Bestellung noch verschickt. Bis dahin kannst du sie stornieren.',
  willBeCanceled: 'Ist sie bezahlt, wird diese Bestellung storniert und erstattet.',
  willBeRefunded: 'Diese Bestellung wird storniert und erstattet.',
} satisfies Translated<typeof chargeEn>
