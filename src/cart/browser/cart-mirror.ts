import { brand } from '#shared/brand.ts'

/** The part of `localStorage` that is used; any of it may throw if the browser blocks storage. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type MirroredItems = Readonly<Record<string, number>>

/** By hand: a schema library would be a sixth of what the cart page sends. */
const isQuantityEntry = (entry: [string, unknown]): entry is [string, number] => {
  const [, quantity] = entry
  return typeof quantity === 'number' && Number.isInteger(quantity) && quantity > 0
}

const itemsIn = (stored: unknown): MirroredItems => {
  if (typeof stored !== 'object' || stored === null) return {}
  const entries: [string, unknown][] = Object.entries(stored)
  return entries.every(isQuantityEntry) ? Object.fromEntries(entries.filter(isQuantityEntry)) : {}
}

/** What the browser last saw in the cart (spec §9, `{product}_cart_items`); empty when it cannot be read. */
export const mirroredItems = (storage: BrowserStorage): MirroredItems => {
  try {
    return itemsIn(JSON.parse(storage.getItem(brand.keys.cartItems) ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * Stores what the server says is in the cart, for the header's count on pages that are the same for everybody, and
 * publishes it to them (`cart-changed`). The server's cart stays authoritative.
 */
export const mirrorCart = (
  storage: BrowserStorage,
  items: MirroredItems,
  eventTarget: Pick<EventTarget, 'dispatchEvent'>,
): void => {
  try {
    if (Object.keys(items).length === 0) storage.removeItem(brand.keys.cartItems)
    else storage.setItem(brand.keys.cartItems, JSON.stringify(items))
  } catch {
    return
  }
  eventTarget.dispatchEvent(new Event('cart-changed'))
}
