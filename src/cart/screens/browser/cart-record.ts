import { browserTime } from '../../browser/browser-time.ts'
import { mirrorCart } from '../../browser/cart-mirror.ts'
import { storePromoCode } from '../../browser/stored-promo-code.ts'

const itemsIn = (page: HTMLElement): Record<string, number> => JSON.parse(page.dataset['items'] ?? '{}')

/** Keeps the browser's own record of the cart (spec §9) in sync with what the page shows. */
export const createCartRecord = (page: HTMLElement): (() => void) => {
  let hadCode = false
  return () => {
    const code = page.dataset['promoCode'] ?? null
    mirrorCart(localStorage, itemsIn(page), window)
    // A cart that never had a code says nothing about the one that the browser has stored.
    if (code !== null || hadCode) storePromoCode(localStorage, code, browserTime())
    hadCode = code !== null
  }
}
