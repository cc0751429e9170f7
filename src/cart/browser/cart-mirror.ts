import { z } from 'zod'
import { brand } from '#shared/brand.ts'

/** The part of `localStorage` that is used; any of it may throw where the browser keeps nothing. */
export type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const Items = z.record(z.string(), z.int().positive())

export type MirroredItems = Readonly<Record<string, number>>

/** What the browser last saw in the cart (spec §9, `{product}_cart_items`); empty when it cannot be read. */
export const mirroredItems = (keep: Keep): MirroredItems => {
  try {
    return Items.safeParse(JSON.parse(keep.getItem(brand.keys.cartItems) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

/**
 * Keeps what the server says is in the cart, for the header's count on pages that are the same for everybody, and tells
 * them of it (`cart-changed`). The server's cart stays the truth.
 */
export const mirrorCart = (
  keep: Keep,
  items: MirroredItems,
  told: Pick<EventTarget, 'dispatchEvent'>,
): void => {
  try {
    if (Object.keys(items).length === 0) keep.removeItem(brand.keys.cartItems)
    else keep.setItem(brand.keys.cartItems, JSON.stringify(items))
  } catch {
    return
  }
  told.dispatchEvent(new Event('cart-changed'))
}
