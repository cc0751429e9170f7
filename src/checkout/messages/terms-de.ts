import type { Translated } from '#shared/messages.ts'
import type { termsEn } from './terms-en.ts'

export const termsDe = {
  price:
    '{first} bei {renewals, plural, one {der nächsten Verlängerung} other {den nächsten # Verlängerungen}} und danach {later}',
  quantity: '{quantity} × {name}',
  renews:
    '{item} verlängert sich {interval} für {price}, zum ersten Mal am {day}, bis du kündigst. Kündigen kannst du in deinem Konto bis zum Tag vor jeder Bestellung.',
} satisfies Translated<typeof termsEn>
