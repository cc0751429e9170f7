import type { Translated } from '#shared/messages.ts'
import type { accountMailsEn } from './account-mails-en.ts'

export const accountMailsDe = {
  alertConnected: '{provider} kann sich jetzt bei deinem Konto anmelden.',
  alertConnectedSubject: '{provider} wurde mit deinem Konto bei {brand} verbunden',
  alertDataExported:
    'Die Datei mit allem, was wir über dich speichern, wurde aus deinem Konto heruntergeladen.',
  alertDataExportedSubject: 'Deine Daten bei {brand} wurden heruntergeladen',
  alertDisconnected: '{provider} wurde von deinem Konto getrennt und kann sich nicht mehr anmelden.',
  alertDisconnectedSubject: '{provider} wurde von deinem Konto bei {brand} getrennt',
  alertHeadingData: 'Deine Daten wurden heruntergeladen.',
  alertHeadingMethods: 'Deine Anmeldewege haben sich geändert.',
  alertPasskeyAdded: 'Mit einem neuen Passkey kann man sich jetzt bei deinem Konto anmelden.',
  alertPasskeyAddedSubject: 'Ein Passkey wurde zu deinem Konto bei {brand} hinzugefügt',
  alertPasskeyRemoved: 'Ein Passkey wurde aus deinem Konto entfernt und gilt nicht mehr.',
  alertPasskeyRemovedSubject: 'Ein Passkey wurde aus deinem Konto bei {brand} entfernt',
  alertPassword:
    'Dein Passwort wurde geändert. Alle anderen Geräte sind abgemeldet, und die Links aus früheren Mails gelten nicht mehr.',
  alertPasswordSubject: 'Dein Passwort bei {brand} wurde geändert',
  alreadyHeading: 'Du hast schon ein Konto.',
  alreadyPreview: 'Melde dich an oder wähle ein Passwort.',
  alreadySubject: 'Du hast schon ein Konto bei {brand}',
  alreadyText:
    'Du wolltest mit dieser E-Mail-Adresse ein Konto bei {brand} anlegen. Du hast schon eines, darum wurde nichts geändert.',
  changeEmailHeading: 'Bestätige deine neue E-Mail-Adresse.',
  changeEmailSubject: 'Bestätige deine neue E-Mail-Adresse für {brand}',
  changeEmailText:
    'Bestätige diese E-Mail-Adresse für dein Konto bei {brand}, entweder in dem Browser, in dem du sie geändert hast, oder mit deinem Passwort.',
  choosePasswordLink: 'Noch kein Passwort, oder vergessen? <link>Wähle eines</link>.',
  codeHeading: 'Bestätige, dass du es bist.',
  codePreview: 'Der Code gilt einmal, 10 Minuten lang.',
  codeRules:
    'Er gilt einmal, 10 Minuten lang, in dem Browser, in dem du ihn angefordert hast. Wir fragen dich nie danach. Wenn du ihn nicht angefordert hast, ist jemand anderes bei deinem Konto angemeldet. Melde dich dann in den Einstellungen überall ab.',
  codeSubject: '{code} ist dein Code für {brand}',
  codeText: 'Gib diesen Code auf der Seite ein, die danach gefragt hat: {code}',
  confirmMyEmail: 'E-Mail-Adresse bestätigen',
  deletedHeading: 'Dein Konto wurde gelöscht.',
  deletedPreview: 'Wir haben deinen Namen, deine Adressen, Karten und E-Mail-Adresse gelöscht.',
  deletedSubject: 'Dein Konto bei {brand} wurde gelöscht',
  deletedText:
    'Wir haben deinen Namen, deine Adressen, Karten und E-Mail-Adresse gelöscht und alle Geräte abgemeldet. Bestellungen bewahren wir so lange auf, wie das Steuerrecht es verlangt.',
  emailChangedHeading: 'Deine E-Mail-Adresse wurde geändert.',
  emailChangedPreview: 'Dein Konto hat eine neue E-Mail-Adresse.',
  emailChangedSubject: 'Deine E-Mail-Adresse bei {brand} wurde geändert',
  emailChangedText:
    'Dein Konto bei {brand} hat eine neue E-Mail-Adresse. Alle Mails schicken wir ab jetzt dorthin.',
  emailChangingHeading: 'Deine E-Mail-Adresse soll sich ändern.',
  emailChangingPreview:
    'Jemand, der bei deinem Konto angemeldet ist, möchte dessen E-Mail-Adresse in {email} ändern.',
  emailChangingStop: 'Wenn du das nicht warst, stopp die Änderung und wähle dann ein neues Passwort.',
  emailChangingSubject: 'Deine E-Mail-Adresse bei {brand} soll sich ändern',
  emailChangingText:
    'Jemand, der bei deinem Konto bei {brand} angemeldet ist, möchte dessen E-Mail-Adresse in {email} ändern. Sie ändert sich, sobald die neue Adresse bestätigt ist, innerhalb einer Stunde.',
  guestHeading: 'Ist diese Bestellung von dir?',
  guestOrders: 'Meine Bestellungen',
  guestPreview: 'Melde dich an, um sie in dein Konto zu übernehmen.',
  guestSubject: 'Eine Bestellung mit deiner E-Mail-Adresse bei {brand}',
  guestText:
    'Ohne Anmeldung wurde mit dieser E-Mail-Adresse etwas bestellt. Wenn du das warst: danke. Melde dich an und übernimm die Bestellung im Bestellverlauf in dein Konto. Wenn nicht, kannst du sie dort lassen.',
  helpButton: 'Sehen, was getan wurde',
  helpHeading: 'Unser Support hat dein Konto geöffnet.',
  helpPreview: '{agent} kann dein Konto bis zu {count} Minuten lang sehen.',
  helpRecorded: 'Jede Änderung, die für dich gemacht wird, wird aufgezeichnet und steht in deinem Konto.',
  helpSubject: 'Der Support von {brand} hat dein Konto geöffnet',
  helpText: '{agent} aus unserem Support sieht dein Konto bis zu {count} Minuten lang. Grund: {reason}',
  helpUnexpected: 'Wenn du damit nicht gerechnet hast, schreib an {email}.',
  ignore: 'Wenn du das nicht angefordert hast, musst du nichts tun.',
  ignorePassword:
    'Wenn du das nicht angefordert hast, musst du nichts tun. Solange kein Passwort festgelegt ist, ändert sich nichts.',
  linkDay: 'Der Link gilt einmal, 24 Stunden lang.',
  linkFor:
    'Der Link gilt einmal, {unit, select, days {{count, plural, one {einen Tag} other {# Tage}}} other {{count, plural, one {eine Stunde} other {# Stunden}}}} lang.',
  linkHour: 'Der Link gilt einmal, eine Stunde lang.',
  linkQuarter: 'Der Link gilt einmal, 15 Minuten lang.',
  methods:
    'Auch damit kann man sich bei deinem Konto anmelden: {methods}. Wenn du etwas davon nicht kennst, entferne es in den Einstellungen.',
  notYou: 'Wenn du das nicht warst, schreib sofort an {email}.',
  passkeyNamed: 'der Passkey „{name}“',
  review: 'Mein Konto prüfen',
  setPassword: 'Passwort festlegen',
  setPasswordHeading: '{why, select, recover {Wähle ein neues Passwort.} other {Leg dein Passwort fest.}}',
  setPasswordSubject:
    '{why, select, recover {Ein neues Passwort für {brand}} other {Leg dein Passwort für {brand} fest}}',
  setPasswordText:
    '{why, select, recover {Du hast ein neues Passwort für dein Konto bei {brand} angefordert.} gift {Wir haben ein Konto für dich angelegt, damit du dein Geschenk bekommst. Mit einem Passwort siehst du, wann es verschickt wird.} other {Danke für deine Bestellung. Wir haben ein Konto für dich angelegt. Mit einem Passwort siehst du deine Bestellungen und verwaltest Abos.}}',
  signIn: 'Anmelden',
  signInHeading: 'Melde dich an.',
  signInSubject: 'Dein Anmeldelink für {brand}',
  signInText: 'Du hast einen Link angefordert, um dich bei {brand} anzumelden.',
  stopChange: 'Änderung stoppen',
  useEmail: 'Diese Adresse verwenden',
  verifyHeading: 'Bestätige deine E-Mail-Adresse.',
  verifySubject: 'Bestätige deine E-Mail-Adresse für {brand}',
  verifyText:
    'Du wolltest mit dieser E-Mail-Adresse ein Konto bei {brand} anlegen. Bestätige sie mit dem Passwort, das du eingegeben hast, oder wähle ein neues.',
} satisfies Translated<typeof accountMailsEn>
