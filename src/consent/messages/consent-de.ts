import type { Translated } from '#shared/messages.ts'
import type { consentEn } from './consent-en.ts'

export const consentDe = {
  C0001: 'Unbedingt nötig',
  C0001Text:
    'Nötig für deinen Warenkorb, deine Anmeldung und deine Sicherheit. Ohne sie geht der Shop nicht.',
  C0002: 'Auswertung',
  C0002Text: 'Zeigt uns, welche Seiten angesehen werden, was in den Warenkorb kommt und wo Leute gehen.',
  C0003: 'Einstellungen',
  C0003Text: 'Merkt sich, was du gewählt hast.',
  C0004: 'Werbung',
  C0004Text: 'Misst, welche Anzeigen zu Bestellungen führen. Antworten zur Gesundheit geben wir nie weiter.',
  C0005: 'Soziale Medien',
  C0005Text: 'Lässt soziale Netzwerke auf Seiten mit ihren Inhalten von deinem Besuch wissen.',
  allowAll: 'Alle erlauben',
  and: ' und ',
  banner: 'Einwilligung',
  declineAll: 'Alle ablehnen',
  lead: 'Bis du wählst, sind nur die nötigen Cookies an. Deine Wahl gilt 365 Tage, und du kannst sie hier jederzeit ändern.',
  off: 'Aus, weil dein Browser ein Datenschutzsignal sendet.',
  onlyUs: 'Nur bei uns gespeichert.',
  preferences: 'Cookie-Einstellungen',
  question:
    'Wir nutzen Cookies für den Betrieb des Shops. Dürfen wir sie auch für Auswertungen nutzen und um unsere Anzeigen zu messen?',
  save: 'Auswahl speichern',
  saved: 'Deine Auswahl ist gespeichert.',
  shared: 'Wird geteilt mit {names}.',
  signal:
    'Dein Browser sendet das Signal Global Privacy Control. Wir halten uns daran: Wir geben deine Daten nicht an Werbefirmen oder soziale Netzwerke und messen deine Besuche nicht.',
  signalPage:
    'Dein Browser sendet das Signal Global Privacy Control. Wir halten uns daran: Wir verkaufen und teilen deine Daten nicht, was auch immer du unten wählst.',
  signalStored:
    'Wir haben es bei deinem Konto gespeichert, darum geben wir auch deine Bestellungen nicht an Werbefirmen oder soziale Netzwerke. Zum Beenden wähle unten in einem Browser, der das Signal nicht sendet.',
  title: 'Cookie-Einstellungen | {brand}',
  understood: 'OK',
} satisfies Translated<typeof consentEn>
