import type { Translated } from '#shared/messages.ts'
import type { giftMailsEn } from './gift-mails-en.ts'

export const giftMailsDe = {
  address: 'Adresse eingeben',
  bought: 'Hallo {recipient}, das hat {giver} für dich gekauft:',
  canceledHeading: 'Dein Geschenk wurde storniert.',
  canceledPreview: 'Es wird nichts geliefert. Du musst nichts tun.',
  canceledQuestions: 'Du schuldest niemandem etwas. Fragen? Schreib an {email}.',
  canceledSubject: 'Dein Geschenk von {giver} wurde storniert',
  canceledText:
    'Hallo {recipient}, die Bestellung für dein Geschenk von {giver} wurde storniert, bevor es verschickt war. Es wird nichts geliefert.',
  claimHeading: '{reminder, select, yes {Dein Geschenk wartet.} other {Ein Geschenk von {giver}.}}',
  claimNote:
    'Es ist schon bezahlt. Du gibst nur eine Adresse ein, keine Karte, und es verlängert sich nie. Wenn du es nicht möchtest, musst du nichts tun.',
  claimPreview: 'Sag uns, wohin es gehen soll.',
  claimReason: 'Du bekommst diese Mail, weil {giver} bei {brand} ein Geschenk für dich gekauft hat.',
  claimSubject:
    '{reminder, select, yes {Das Geschenk von {giver} wartet auf dich} other {{giver} hat ein Geschenk für dich}}',
  claimedHeading: 'Dein Geschenk ist angenommen.',
  claimedPreview: 'Es wird am {day} verschickt.',
  claimedReason: 'Du bekommst diese Mail, weil du ein Geschenk angenommen hast.',
  claimedSubject: '{recipient} hat dein Geschenk angenommen',
  claimedText: '{recipient} hat uns gesagt, wohin es gehen soll. Es wird am {day} verschickt.',
  correctLink: 'E-Mail-Adresse oder Datum änderst du auf der <link>Seite deines Geschenks</link>.',
  delayedHeading: 'Dein Geschenk kommt später.',
  delayedPreview: 'Der Paketdienst braucht länger.',
  deliveredHeading: 'Dein Geschenk ist da.',
  deliveredPreview: 'Der Paketdienst meldet, dass es zugestellt ist.',
  detailsLink: 'Alle Einzelheiten stehen auf der <link>Seite deines Geschenks</link>.',
  giftFor: 'Ein Geschenk für {recipient}',
  giftText:
    'Am {day} schicken wir {address, select, none {deine Nachricht und einen Link} other {deine Nachricht und einen Link an {address}}}. {recipient} entscheidet, wohin es geliefert wird, und zahlt nichts, weder jetzt noch später.',
  moreLink: 'Es ist bezahlt und verlängert sich nicht. Wenn du mehr möchtest, <link>sieh hier nach</link>.',
  progressSubject:
    'Dein Geschenk von {giver} {progress, select, delivered {ist zugestellt} other {verspätet sich}}',
  refundLink: 'Den ganzen Betrag bekommst du auf der <link>Seite deines Geschenks</link> zurück.',
  refusedHeading: 'Dorthin können wir dein Geschenk nicht schicken.',
  refusedPreview: 'Du kannst dein Geld zurückbekommen.',
  refusedSubject: 'Dein Geschenk kann nicht geliefert werden: {country}',
  refusedText:
    '{recipient} möchte es an eine Adresse bekommen, an die wir dieses Produkt nicht liefern können ({country}). Eine andere Adresse ist möglich, oder du bekommst dein Geld zurück.',
  shippedHeading: 'Dein Geschenk ist unterwegs.',
  shippedHeadingTo: 'Dein Geschenk ist unterwegs zu {recipient}.',
  shippedOnItsWay: 'Es ist unterwegs zu dir.',
  shippedSubject: 'Bestellung {number} ist unterwegs',
  shippedSubjectFrom: 'Dein Geschenk von {giver} ist unterwegs',
  shippedTracking: 'Sendungsnummer {tracking}.',
  shipsTo: 'Geht an',
  unclaimedHeading: 'Dein Geschenk ist noch nicht angenommen.',
  unclaimedLink:
    'Die E-Mail-Adresse ändern, noch einmal senden oder den ganzen Betrag zurückbekommen: Das alles geht auf der <link>Seite deines Geschenks</link>.',
  unclaimedPreview: 'Du kannst die E-Mail-Adresse ändern oder dein Geld zurückbekommen.',
  unclaimedSubject: '{recipient} hat dein Geschenk noch nicht angenommen',
  unclaimedText:
    '{address, select, none {Wir haben dafür keine E-Mail-Adresse mehr.} other {Wir haben den Link dreimal an {address} geschickt und schreiben nicht noch einmal. Der Link gilt weiter.}}',
} satisfies Translated<typeof giftMailsEn>
