import type { Translated } from '#shared/messages.ts'
import type { subscriptionMailsEn } from './subscription-mails-en.ts'

export const subscriptionMailsDe = {
  actionCancel: 'Das Abo ist gekündigt.',
  actionChange: 'Das Abo wurde geändert.',
  actionChangeAddress: 'Die nächsten Bestellungen gehen an eine andere Adresse.',
  actionChangeFrequency: 'Die Bestellungen kommen in einem anderen Abstand.',
  actionChangeQuantity: 'Ab der nächsten Bestellung ist es eine andere Menge.',
  actionMove: 'Die nächste Bestellung hat einen anderen Termin.',
  actionPause: 'Das Abo ist pausiert.',
  actionResume: 'Das Abo läuft wieder.',
  actionSkip: 'Die nächste Bestellung ist übersprungen.',
  actionSwap: 'Ab der nächsten Bestellung ist es ein anderes Produkt.',
  actionUnskip: 'Die übersprungene Bestellung kommt doch.',
  activeNoOrders:
    'Es kommt keine {other, select, yes {weitere Bestellung} other {Bestellung}}, und es wird {other, select, yes {sonst nichts} other {nichts}} abgebucht.',
  activePreview: 'Termin und Betrag deiner nächsten Bestellung.',
  activeSubject: 'Dein Abo läuft',
  activeText: '{name} läuft.',
  canceledStillComing: 'Was du schon bestellt hast, kommt noch. Du kannst jederzeit wieder anfangen.',
  canceledSubject: 'Dein Abo ist gekündigt',
  canceledText: '{name} wurde am {day} gekündigt. {charges}',
  changedByStaff: 'Wir haben dein Abo für dich geändert',
  changedWhat: '{name}: {what}',
  chargedEnded: 'Dein Abo ist beendet: Bestellung {number}',
  chargedEndedHeading: 'Dein Abo ist beendet.',
  chargedHeading: 'Dein Abo hat sich verlängert.',
  chargedLast: 'Das war die letzte Bestellung. Dein Abo ist beendet, und es wird nichts mehr abgebucht.',
  chargedManage:
    'Überspringen, verschieben, pausieren oder kündigen kannst du in <link>deinen Abos</link>. Anrufen musst du nicht.',
  chargedNext: 'Deine nächste Bestellung ist am {day}.',
  chargedNoNext: 'Es sind keine Bestellungen geplant.',
  chargedPreview: '{total} am {day}. {next}',
  chargedRestart: 'Wieder anfangen kannst du in <link>deinen Abos</link>.',
  chargedSubject: 'Dein Abo hat sich verlängert: Bestellung {number}',
  chargedText:
    'Am {day} haben wir für Bestellung {number} {payment, select, credit {{credit} mit deinem Guthaben verrechnet} both {{amount}{card, select, none {} link { von deinem Link-Konto} other { von deiner {brand}-Karte mit der Endung {last4}}} abgebucht und {credit} mit deinem Guthaben verrechnet} other {{amount}{card, select, none {} link { von deinem Link-Konto} other { von deiner {brand}-Karte mit der Endung {last4}}} abgebucht}}.',
  declinedConfirm: 'Bei deiner Bank bestätigen',
  declinedConfirmHeading: 'Deine Bank möchte eine Bestätigung von dir.',
  declinedHeading: 'Deine Karte wurde abgelehnt.',
  declinedLink:
    'Der Link gilt ohne Anmeldung, {count} Tage lang oder bis die Bestellung bezahlt ist. Er zeigt nur diese Bestellung.',
  declinedNoRetry:
    '{confirm, select, yes {Wir versuchen es nicht von selbst noch einmal} other {Diese Karte versuchen wir nicht noch einmal}}, und {state, select, paused {das Abo ist pausiert} other {das Abo ist beendet}}. {confirm, select, yes {Sobald du bestätigst,} other {Mit einer anderen Karte}} läuft es ab dem Tag weiter, an dem du zahlst.',
  declinedOtherCard: 'Mit anderer Karte zahlen',
  declinedPreview: 'Es wurde nichts abgebucht und nichts verschickt.',
  declinedRetry:
    'Wir versuchen es am {day}{card, select, none {} link { mit deinem Link-Konto} other { mit deiner {brand}-Karte mit der Endung {last4}}} noch einmal.',
  declinedSubject: 'Deine Verlängerung konnte nicht abgebucht werden',
  declinedText:
    '{card, select, none {Deine Karte} link {Dein Link-Konto} other {Deine {brand}-Karte mit der Endung {last4}}} wurde für {amount} abgelehnt, die Verlängerung von {name}. Es wurde nichts abgebucht und nichts verschickt.',
  endedPreview: 'Es wird nichts mehr abgebucht.',
  endedSubject: 'Dein Abo ist beendet',
  endedText: '{name} ist beendet. Es wird nichts mehr abgebucht.',
  nextOrder: 'Nächste Bestellung',
  notAsked: 'Wenn du das nicht so wolltest, antworte bitte auf diese Mail.',
  nothing: 'In der Zwischenzeit wird {other, select, yes {sonst nichts} other {nichts}} abgebucht.',
  pausedSubject: 'Dein Abo ist pausiert',
  pausedText:
    '{name} ist pausiert, {until, select, none {bis du es fortsetzt} other {bis zum {until}}}. {nothing}',
  seeSubscription: 'Abo ansehen',
  staffWrites: '{staff} von {brand} schreibt: „{reason}“',
  startsPreview: 'Termin und Betrag deiner ersten Bestellung.',
  startsSubject: 'Dein Abo beginnt wieder',
  startsText: '{name} beginnt wieder mit der Bestellung unten. Vorher wird nichts abgebucht.',
  total: 'Gesamt',
  yourSubscriptions: 'Deine Abos',
} satisfies Translated<typeof subscriptionMailsEn>
