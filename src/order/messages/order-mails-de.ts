import type { Translated } from '#shared/messages.ts'
import type { orderMailsEn } from './order-mails-en.ts'

export const orderMailsDe = {
  agreedTo: 'Dem hast du zugestimmt',
  cancelLink:
    'Anders überlegt? Du kannst <link>diese Bestellung stornieren</link>, {until, select, claim {bis das Geschenk angenommen ist} other {bis sie gepackt ist}}. Ein Konto brauchst du dafür nicht.',
  confirmationHeading: 'Danke für deine Bestellung.',
  confirmationPreview: '{total}, bestellt am {day}.',
  confirmationSubject: 'Deine Bestellung {number}',
  creditPaid: 'Mit Guthaben bezahlt',
  discount: 'Rabatt {name}',
  free: 'Kostenlos',
  invoiceLink: 'Ansehen, drucken oder als PDF sichern: <link>Rechnung {number}</link>.',
  lateCancel:
    'Wenn du warten möchtest, musst du nichts tun. Bis wir sie packen, kannst du <link>die Bestellung auch stornieren</link> und bekommst alles zurück.',
  lateHeading: 'Deine Bestellung kommt später.',
  latePacking: 'Wir packen sie gerade. Sobald sie unterwegs ist, schicken wir dir die Sendungsnummer.',
  latePreview: 'Deine Bestellung verspätet sich.',
  lateSubject: 'Deine Bestellung {number} kommt später',
  lateText:
    'Bestellung {number} sollte bis zum {day} verschickt sein, aber ein Teil oder alles davon ist noch hier. Das tut uns leid.',
  nextOrder: 'Nächste Bestellung',
  paid: 'Bestellung {number} vom {day}. Du hast {payment, select, credit {{credit} mit deinem Guthaben} both {{amount}{card, select, none {} link { mit deinem Link-Konto} other { mit deiner {brand}-Karte mit der Endung {last4}}} und {credit} mit deinem Guthaben} other {{amount}{card, select, none {} link { mit deinem Link-Konto} other { mit deiner {brand}-Karte mit der Endung {last4}}}}} bezahlt.',
  preorder:
    '{part, select, all {Sie} other {Ein Teil davon}} wird auf Bestellung hergestellt ({note}). Du kannst sie stornieren, {until, select, claim {bis das Geschenk angenommen ist} other {bis sie gepackt ist}}.',
  renewsEach: '{amount} {interval}',
  shipsTo: 'Geht an',
  subscriptions: '{count, plural, one {Dein Abo} other {Deine Abos}}',
  subscriptionsLink:
    'Es verlängert sich, bis du kündigst. Überspringen, verschieben, pausieren oder kündigen kannst du in <link>deinen Abos</link>. Anrufen musst du nicht.',
  subtotal: 'Zwischensumme',
  tax: 'Steuer',
  total: 'Gesamt',
} satisfies Translated<typeof orderMailsEn>
