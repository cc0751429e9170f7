import { refusalMessage } from '#coupon/rules/coupon-messages.ts'
import type { CartReply } from '../endpoints.ts'
import type { PromoCode } from './promo-code-fields.tsx'
import { couponMessages } from '#coupon/messages/coupon-messages.ts'
import type { Locale } from '#shared/locale.ts'

/** The message of spec §5 with the reason behind it. */
export const promoCodeRefusalMessage = (reason: string, locale: Locale): string => {
  const t = couponMessages.in(locale)
  return reason === '' ? t('invalid') : t('invalidBecause', { reason: refusalMessage(reason, locale) })
}

/** The codes of the cart with their errors, and the one that was just refused. */
export const promoCodeOf = (
  cart: Pick<CartReply, 'promo_code' | 'further_codes' | 'refusals'>,
  refused: { readonly promoCode: string | null; readonly message: string } | null,
  locale: Locale,
): PromoCode => {
  const refusalOf = (code: string) => cart.refusals.find((refusal) => refusal.code === code) ?? null
  const codes = [...(cart.promo_code === null ? [] : [cart.promo_code]), ...cart.further_codes]
  const applied = codes.map((code) => {
    const refusal = refusalOf(code)
    return { code, refusal: refusal && refusalMessage(refusal.reason, locale) }
  })
  if (refused && refused.promoCode !== null)
    return { applied, entered: refused.promoCode, error: refused.message }
  const refusal = cart.promo_code === null ? null : refusalOf(cart.promo_code)
  return {
    applied,
    entered: refusal?.code ?? '',
    error: refusal && promoCodeRefusalMessage(refusal.reason, locale),
  }
}
