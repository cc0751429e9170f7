import type { Translated } from '#shared/messages.ts'
import type { visitEn } from './visit-en.ts'

export const visitDe = {
  allow: 'Diese Änderung erlauben',
  banner:
    '{agent} hilft {member}, {rights, select, write {darf ändern} other {nur ansehen}}, bis <time></time>',
  changes: 'Änderungen',
  done: 'erledigt',
  end: 'Sitzung beenden',
  goToAccount: 'Zum Konto',
  goToShop: 'Zum Shop',
  helping: '{agent} hilft {member}',
  makeChange: 'Etwas ändern',
  mayChange: 'Bis die Sitzung endet, kannst du für {member} etwas ändern.',
  memberReads: 'Das Mitglied kann das lesen.',
  noVisits: 'Unser Service war noch nicht in deinem Konto.',
  nothing: 'Keine. Dein Konto wurde nur angesehen.',
  passwordOf: 'Passwort von {agent}',
  reason: 'Grund',
  reasonIs: 'Grund: {reason}',
  refused: 'abgelehnt',
  rules:
    'Die Sitzung dauert {minutes} Minuten, du kannst nur ansehen. Sie wird aufgezeichnet, und {member} sieht sie im Konto. In allen anderen Konten wirst du in diesem Browser abgemeldet.',
  session: 'Service-Sitzung',
  staffBanner:
    '{agent}, für {member}: {rights, select, write {darf ändern} other {nur ansehen}}, bis <time></time>',
  start: 'Sitzung beginnen',
  started: 'begonnen',
  time: 'Zeit',
  timeRange: '{from} bis {until} UTC',
  titleOn: '{agent}, {day}',
  visitTime: '{day}, {time} UTC',
  visitsTitle: 'Zugriff des Service',
  whatChanges: 'Was soll sich ändern?',
} satisfies Translated<typeof visitEn>
