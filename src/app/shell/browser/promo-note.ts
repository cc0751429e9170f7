import { promoNote } from '#coupon/rules/promo-note.ts'
import type { CodeWorth } from '#coupon/rules/promo-note.ts'
import { ask } from './ask.ts'
import { CallFailed } from './call-client.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const textsIn = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text] as const] : [],
    ),
  )

const reasonOf = ({ data }: CallFailed): string => {
  const [first]: unknown[] = Array.isArray(data['refusals']) ? data['refusals'] : []
  return textsIn(first)['reason'] ?? ''
}

/** What the shop says of a code; null when it cannot be asked. */
const worthOf = async (code: string): Promise<CodeWorth | null> => {
  try {
    const reply = await ask({ method: 'GET', path: '/ecommerce/coupon_code/plans/{code}/' }, { code })
    return { kind: 'counts', discounts: textsIn(isRecord(reply) ? reply['discounts'] : null) }
  } catch (thrown) {
    if (!(thrown instanceof CallFailed) || thrown.status >= 500) return null
    return { kind: 'refused', reason: reasonOf(thrown) }
  }
}

/** Says beside each plan of a product page what the visitor's promo code does there, and why not where it does nothing. */
export const showPromoNotes = async (code: string): Promise<void> => {
  const worth = await worthOf(code)
  if (worth === null) return
  for (const place of document.querySelectorAll<HTMLElement>('[data-promo-note]'))
    place.textContent = promoNote(code, worth, place.dataset['promoNote'] ?? '')
}
