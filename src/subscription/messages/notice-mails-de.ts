import type { Translated } from '#shared/messages.ts'
import type { noticeMailsEn } from './notice-mails-en.ts'

export const noticeMailsDe = {
  arrives: 'Kommt',
  cardExpiryFirst: 'Die Karte mit der Endung {last4} zahlt {plan} und ist bis zum {day} gültig.',
  cardExpirySubject: 'Deine Karte läuft bald ab',
  cardPays: '{card} zahlt',
  changeOrCancel: 'Ändern oder kündigen',
  checkAddress: 'Bitte prüfe die Lieferadresse: {problems}.',
  creditPaid: 'Mit Guthaben bezahlt',
  firstFullPrice: 'Erste Bestellung zum vollen Preis',
  firstNewPrice: 'Erste Bestellung zum neuen Preis',
  howOften: 'Wie oft',
  increaseFirst: '{plan} kostet ab deiner Bestellung vom {day} {new} statt {old}.',
  increaseHeading: 'Ein neuer Preis ab dem {day}.',
  increaseSubject: 'Der Preis deines Abos ändert sich am {day}',
  nextOrder: 'Nächste Bestellung',
  promotionFirst:
    '{code, select, none {Deine erste Bestellung von {plan} war reduziert.} other {Dein Code {code} für {plan} ist für alle seine Bestellungen verbraucht.}} Ab dem {day} verlängert es sich zum vollen Preis: {total} insgesamt.',
  promotionHeading: 'Dein Einstiegspreis endet am {day}.',
  promotionSubject:
    '{code, select, none {Dein Einstiegspreis endet am {day}} other {Dein Code endet vor deiner Bestellung vom {day}}}',
  regularFirst:
    'Du bekommst {plan} {interval}, {orders, plural, =0 {bis du kündigst} =1 {noch eine Bestellung} other {noch # Bestellungen}}. Deine nächste Bestellung ist am {day}.',
  regularSubject: 'Dein Abo auf einen Blick',
  reminderFirst:
    '{plan} wird am {day} für {total} bestellt, {payment, select, credit {bezahlt mit deinem jetzigen Guthaben. Brauchst du das Guthaben vorher auf, buchen wir von {card} ab.} both {davon {credit} mit deinem jetzigen Guthaben, {rest} von {card}. Brauchst du das Guthaben vorher auf, buchen wir von {link, select, yes {Link} other {der Karte}} ab.} other {abgebucht von {card}.}}{last, select, yes { Das ist die letzte Bestellung. Dein Abo endet mit ihr, und es wird nichts mehr abgebucht.} other {}}',
  reminderHeading: 'Deine nächste Bestellung ist am {day}.',
  reminderSubject: 'Deine nächste Bestellung: {day}',
  renewalFirst:
    '{plan} verlängert sich am {day} für {total}, {payment, select, credit {bezahlt mit deinem jetzigen Guthaben. Brauchst du das Guthaben vorher auf, buchen wir von {card} ab.} both {davon {credit} mit deinem jetzigen Guthaben, {rest} von {card}. Brauchst du das Guthaben vorher auf, buchen wir von {link, select, yes {Link} other {der Karte}} ab.} other {abgebucht von {card}.}}{last, select, yes { Das ist die letzte Bestellung. Dein Abo endet mit ihr, und es wird nichts mehr abgebucht.} other {}}',
  renewalHeading: 'Es verlängert sich am {day}.',
  renewalSubject: 'Dein Abo verlängert sich am {day}',
  stopLink:
    'Das schicken wir vor jeder Bestellung. Mit einem Klick kannst du <link>diese Erinnerungen abstellen</link>.',
  total: 'Gesamt',
  unchangedFirst:
    'Wir hatten dir geschrieben, dass {plan} ab deiner Bestellung vom {day} {new} kostet. Diese Erhöhung haben wir zurückgenommen. Es kostet weiterhin {old}{next, select, none {} other { und ab deiner Bestellung vom {nextDay} {next}}}.',
  unchangedHeading: 'Dein Preis bleibt gleich.',
  unchangedHeadingOn: 'Kein neuer Preis am {day}.',
  unchangedSubject: 'Der Preis deines Abos bleibt gleich',
  unchangedSubjectOn: 'Der Preis deines Abos ändert sich am {day} nicht',
  what: 'Was',
} satisfies Translated<typeof noticeMailsEn>
