import { promoCodeText, readPromoCode } from '#coupon/rules/promo-code-storage.ts'
import { brand } from '#shared/brand.ts'
import type { BrowserStorage } from './cart-mirror.ts'

const key = brand.keys.promoCode

/**
 * The promo code stored in the browser (spec §9, `{product}_promoCode`); null when there is none. An expired or damaged
 * one is removed, a plain value in the old format is saved again with 48 hours. `now` in epoch milliseconds.
 */
export const readStoredPromoCode = (storage: BrowserStorage, now: number): string | null => {
  try {
    const reading = readPromoCode(storage.getItem(key), now)
    if (reading.kind === 'remove') storage.removeItem(key)
    if (reading.kind === 'resave') storage.setItem(key, reading.text)
    return reading.kind === 'stored' || reading.kind === 'resave' ? reading.code : null
  } catch {
    return null
  }
}

/** Stores a code, trimmed, for 720 hours; null or only white space removes the one before. */
export const storePromoCode = (storage: BrowserStorage, code: string | null, now: number): void => {
  try {
    const text = code === null ? null : promoCodeText(code, now)
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
  } catch {
    // A browser that blocks storage still has the server's cart.
  }
}
