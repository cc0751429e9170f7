import type { Translated } from '#shared/messages.ts'
import type { shipmentMailsEn } from './shipment-mails-en.ts'

export const shipmentMailsDe = {
  delayedHeading: 'Dein Paket kommt später.',
  delayedLater: 'Es kommt später an.',
  delayedText: 'Der Paketdienst braucht länger. Du musst nichts tun.',
  deliveredBy:
    '{carrier, select, none {Der Paketdienst} other {{carrier}}} hat es zugestellt, Sendungsnummer <link>{tracking}</link>.',
  deliveredHeading: 'Dein Paket ist da.',
  deliveredPreview: 'Der Paketdienst meldet, dass es zugestellt ist.',
  deliveredTo: 'Zugestellt an',
  onItsWay: 'Es ist unterwegs zu dir.',
  ordersLink: 'Alle Einzelheiten stehen in <link>deinen Bestellungen</link>.',
  restFollows: 'Der Rest deiner Bestellung kommt getrennt.',
  shippedHeading: 'Dein Paket ist unterwegs.',
  shipsTo: 'Geht an',
  subject:
    '{part, select, yes {Ein Teil der Bestellung} other {Bestellung}} {number} {mail, select, shipped {ist unterwegs} delivered {ist zugestellt} other {verspätet sich}}',
  trackWith:
    '{carrier, select, none {Der Paketdienst} other {{carrier}}} hat dein Paket. Verfolge es mit der Nummer <link>{tracking}</link>.',
  trackingNumber: 'Sendungsnummer: {tracking}',
  trackingPreview: 'Sendungsnummer {tracking}.',
} satisfies Translated<typeof shipmentMailsEn>
