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
  /** Makes the call `setPromoCode` with `from_link`: the server knows the coupons and decides. */
  readonly setPromoCode: (code: string) => Promise<Pick<CartReply, 'promo_code'>>
}

/**
 * Keeps the code of a link (spec §4, "Promo code") in the cart and in the browser. The code of before goes first, so
 * that the quiz-code rule compares with it also when the server's cart is gone. When the server cannot be asked, the
 * rule is followed without knowing what the earlier code is worth: a quiz code is applied. Gives the code that is kept
 * now; null when the link brings none and none was kept.
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
    const saved = codeFromLink(
      { code },
      earlier === null ? null : { code: earlier, discountOnAdultKit: null },
    )
    storePromoCode(storage, saved, now)
    return saved
  }
}
