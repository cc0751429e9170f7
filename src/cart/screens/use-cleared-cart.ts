import { useEffect } from 'react'
import { browserTime } from '../browser/browser-time.ts'
import { mirrorCart } from '../browser/cart-mirror.ts'
import { storePromoCode } from '../browser/stored-promo-code.ts'

/** What was bought is not in the cart anymore, and its promo code is used. */
export const useClearedCart = (isBought: boolean): void =>
  useEffect(() => {
    if (!isBought) return
    mirrorCart(localStorage, {}, window)
    storePromoCode(localStorage, null, browserTime())
  }, [isBought])
