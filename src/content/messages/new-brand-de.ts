import type { Translated } from '#shared/messages.ts'
import type { newBrandEn } from './new-brand-en.ts'

export const newBrandDe = {
  help: 'Hilfe',
  account: 'Mein Konto',
  contact: 'Kontakt',
  returns: 'Rückgabe',
  shipping: 'Versand und Zahlung',
  subscriptions: 'Abo-Bedingungen',
  cookies: 'Cookie-Einstellungen',
  privacy: 'Datenschutz',
  terms: 'AGB',
  standard: 'Standard',
  box: 'Offener Versandkarton von oben',
  start: 'Fang mit [unserem Angebot](/get-started) an.',
  contactLead: 'Such unten deine Bestellung, oder schreib uns.',
  contactAnswer: 'Wir lesen jede Nachricht.',
  offline: 'Du bist offline',
  offlineLead: 'Es gibt keine Verbindung zum Internet.',
  offlineText: 'Sobald du wieder online bist, geht es im [Warenkorb](/cart) weiter.',
  disclaimer: 'Nahrungsergänzungsmittel ersetzen keine abwechslungsreiche Ernährung.',
} satisfies Translated<typeof newBrandEn>
