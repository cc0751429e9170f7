import { useEffect, useRef } from 'react'
import { browserTime } from '../browser/browser-time.ts'
import { mirrorCart } from '../browser/cart-mirror.ts'
import { storePromoCode } from '../browser/stored-promo-code.ts'
import type { CartReply } from '../endpoints.ts'

/** Keeps the browser's own record of the cart and its promo code in sync with the server's (spec §9). */
export const useBrowserRecord = ({
  items,
  promo_code: code,
}: Pick<CartReply, 'items' | 'promo_code'>): void => {
  const before = useRef<string | null>(null)
  useEffect(() => mirrorCart(localStorage, items, window), [items])
  useEffect(() => {
    // A cart that never had a code says nothing about the one that the browser has stored.
    if (code !== null || before.current !== null) storePromoCode(localStorage, code, browserTime())
    before.current = code
  }, [code])
}

/** What was bought is not in the cart anymore, and its promo code is used. */
export const useClearedCart = (isBought: boolean): void =>
  useEffect(() => {
    if (!isBought) return
    mirrorCart(localStorage, {}, window)
    storePromoCode(localStorage, null, browserTime())
  }, [isBought])
