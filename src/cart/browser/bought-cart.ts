import { browserTime } from './browser-time.ts'
import { mirrorCart } from './cart-mirror.ts'
import { storePromoCode } from './stored-promo-code.ts'

/** What was bought is not in the cart anymore, and its promo code is used. */
export const clearBoughtCart = (): void => {
  mirrorCart(localStorage, {}, window)
  storePromoCode(localStorage, null, browserTime())
}
