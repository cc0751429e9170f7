import { codeFromLink } from '#coupon/rules/quiz-code.ts'
import type { CartReply } from '../endpoints.ts'
import type { BrowserStorage } from './cart-mirror.ts'
import { storePromoCode, readStoredPromoCode } from './stored-promo-code.ts'

/** The code that a link brings as `?promo_code=`; null when it brings none. */
export const linkedPromoCode = (search: string): string | null => {
  const code = new URLSearchParams(search).get('promo_code')?.trim().slice(0, 60) ?? ''
  return code === '' ? null : code
}

interface FollowLinkOptions {
  readonly storage: BrowserStorage
  /** The query of the page's address, with its question mark. */
  readonly search: string
  /** Epoch milliseconds. */
  readonly now: number
  /** Calls the endpoint `setPromoCode` with `from_link`: the server knows the coupons and decides. */
  readonly setPromoCode: (code: string) => Promise<Pick<CartReply, 'promo_code'>>
}

/**
 * Saves the code of a link (spec §4, "Promo code") in the cart and in the browser. The earlier code is sent first, so
 * that the quiz-code rule compares with it also when the server's cart is gone. When the server cannot be reached, the
 * rule is applied without the value of the earlier code: a quiz code is applied. Returns the code that is saved now;
 * null when the link has none and none was saved.
 */
export const followPromoCodeLink = async ({
  storage,
  search,
  now,
  setPromoCode,
}: FollowLinkOptions): Promise<string | null> => {
  const earlier = readStoredPromoCode(storage, now)
  const code = linkedPromoCode(search)
  if (code === null) return earlier
  try {
    if (earlier !== null) await setPromoCode(earlier)
    const { promo_code: saved } = await setPromoCode(code)
    storePromoCode(storage, saved, now)
    return saved
  } catch {
    const saved = codeFromLink({ code }, earlier === null ? null : { code: earlier, onAdultKit: null })
    storePromoCode(storage, saved, now)
    return saved
  }
}
