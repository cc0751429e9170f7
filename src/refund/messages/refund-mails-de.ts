import type { Translated } from '#shared/messages.ts'
import type { refundMailsEn } from './refund-mails-en.ts'

export const refundMailsDe = {
  banks: 'Bis die Erstattung zu sehen ist, kann deine Bank bis zu zehn Tage brauchen.',
  canceled: 'Die Bestellung ist storniert und wird nicht verschickt.',
  giftEnds: 'Auch das Geschenk ist storniert. Sein Link gilt nicht mehr.',
  giftStays: 'Das Geschenk kann weiterhin angenommen werden.',
  headingCard: 'Deine Erstattung ist unterwegs.',
  headingCredit: 'Dein Guthaben ist wieder da.',
  part: 'Das ist ein Teil der {total}, die du bezahlt hast.',
  preview:
    '{target, select, both {{amount} zurück: } other {{amount} gingen zurück }}{target, select, card {auf {card, select, none {deine Karte} link {dein Link-Konto} other {deine {brand}-Karte mit der Endung {last4}}}} credit {als Guthaben auf dein Konto} other {{byCard} auf {card, select, none {deine Karte} link {dein Link-Konto} other {deine {brand}-Karte mit der Endung {last4}}} und {asCredit} als Guthaben auf dein Konto}}.',
  reason: 'Grund: {reason}',
  subject: 'Erstattung für deine Bestellung {number}',
  text: '{target, select, both {Wir haben dir {amount} für Bestellung {number} erstattet: } other {Wir haben dir {amount} für Bestellung {number} erstattet, }}{target, select, card {auf {card, select, none {deine Karte} link {dein Link-Konto} other {deine {brand}-Karte mit der Endung {last4}}}} credit {als Guthaben auf dein Konto} other {{byCard} auf {card, select, none {deine Karte} link {dein Link-Konto} other {deine {brand}-Karte mit der Endung {last4}}} und {asCredit} als Guthaben auf dein Konto}}.',
} satisfies Translated<typeof refundMailsEn>
