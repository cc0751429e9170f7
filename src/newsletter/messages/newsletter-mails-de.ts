import type { Translated } from '#shared/messages.ts'
import type { newsletterMailsEn } from './newsletter-mails-en.ts'

export const newsletterMailsDe = {
  cartButton: 'Warenkorb öffnen',
  cartHeading: 'Dein Warenkorb ist noch da.',
  cartItems: 'In deinem Warenkorb',
  cartPreview: 'Es wurde nichts abgebucht.',
  cartSubject: 'Dein Warenkorb ist noch da',
  cartText: 'Lass dir Zeit. Du hast noch nichts bestellt, und es wurde nichts abgebucht.',
  cartUnsubscribe:
    'Du bekommst diese Mail, weil du unseren Newsletter abonniert hast. Mit einem Klick kannst du dich <link>abmelden</link>.',
  confirmButton: 'E-Mail-Adresse bestätigen',
  confirmHeading: 'Bestätige deine E-Mail-Adresse',
  confirmLink: 'Der Link gilt {count} Tage. Wenn du das nicht warst, musst du nichts tun.',
  confirmPreview: 'Ein Klick, und du bist dabei.',
  confirmSubject: 'Bestätige deine E-Mail-Adresse für {brand}',
  confirmText: 'Du hast dich für den Newsletter von {brand} angemeldet, etwa zweimal im Monat.',
  welcomeHeading: 'Willkommen bei unserem Newsletter.',
  welcomePreview: 'Unser Newsletter kommt etwa zweimal im Monat.',
  welcomeSubject: 'Du hast {brand} abonniert',
  welcomeText:
    'Danke für deine Anmeldung. Etwa zweimal im Monat schicken wir dir neue Artikel über das Mikrobiom, Ernährung und unsere Produkte.',
  welcomeUnsubscribe:
    'Du möchtest diese Mails nicht? Mit einem Klick kannst du dich jederzeit <link>abmelden</link>.',
} satisfies Translated<typeof newsletterMailsEn>
