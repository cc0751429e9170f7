import { promoNote } from '#coupon/rules/promo-note.ts'
import type { CodeWorth, PromoNoteTexts } from '#coupon/rules/promo-note.ts'
import { requestJson } from '../../../ui/browser/request-json.ts'
import { ApiError } from '../../../ui/browser/json-client.ts'
import { defaultCurrency, shopCurrencyOf } from '#shared/shop-currency.ts'
import { isRecord } from '#shared/is-record.ts'
import { defaultLocale, localeOf } from '#shared/locale.ts'

const textsIn = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text] as const] : [],
    ),
  )

const reasonOf = ({ data }: ApiError): string => {
  const [first]: unknown[] = Array.isArray(data['refusals']) ? data['refusals'] : []
  return textsIn(first)['reason'] ?? ''
}

/** The shop's message about a code; null when it cannot be reached. */
const fetchWorth = async (code: string): Promise<CodeWorth | null> => {
  try {
    const reply = await requestJson({ method: 'GET', path: '/ecommerce/coupon_code/plans/{code}/' }, { code })
    const currency = shopCurrencyOf(textsIn(reply)['currency']) ?? defaultCurrency
    return { kind: 'counts', discounts: textsIn(isRecord(reply) ? reply['discounts'] : null), currency }
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status >= 500) return null
    return { kind: 'refused', reason: reasonOf(thrown) }
  }
}

/** The sentences that the page has for it, in its language; null for a page that offers no plans. */
const textsOfPage = (): PromoNoteTexts | null => {
  const written = document.querySelector<HTMLElement>('[data-promo-texts]')?.dataset['promoTexts']
  return written === undefined ? null : JSON.parse(written)
}

/** Shows next to each plan of a product page what the visitor's promo code does there, or why it does not apply. */
export const showPromoNotes = async (code: string): Promise<void> => {
  const texts = textsOfPage()
  const worth = texts === null ? null : await fetchWorth(code)
  if (texts === null || worth === null) return
  const locale = localeOf(document.documentElement.lang) ?? defaultLocale
  for (const element of document.querySelectorAll<HTMLElement>('[data-promo-note]'))
    element.textContent = promoNote({ code, worth }, element.dataset['promoNote'] ?? '', texts, locale)
}
