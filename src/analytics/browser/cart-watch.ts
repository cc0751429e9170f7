import { mirroredItems } from '#cart/browser/cart-mirror.ts'
import { cartEvents, cartSignature, emptyCart } from '../rules/cart-events.ts'
import type { CartSnapshot, ReportedEvent } from '../rules/cart-events.ts'
import { storeItem, storedItem } from './browser-storage.ts'
import { isRecord } from '#shared/is-record.ts'

const cartKey = 'cart'
const checkoutKey = 'checkout'

const records = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number(value) || 0)

/** A cart as a page or a note holds it; null for anything else. */
const cartSnapshotFrom = (value: unknown): CartSnapshot | null =>
  isRecord(value)
    ? {
        lines: records(value['lines']).map((line) => ({
          sku: textOf(line['sku']),
          quantity: numberOf(line['quantity']),
          ...(line['price'] === undefined ? {} : { price: numberOf(line['price']) }),
          ...(line['name'] === undefined ? {} : { name: textOf(line['name']) }),
          ...(line['category'] === undefined ? {} : { category: textOf(line['category']) }),
          ...(line['variant'] === undefined ? {} : { variant: textOf(line['variant']) }),
        })),
        applied: records(value['applied']).map(({ code, discount }) => ({
          code: textOf(code),
          discount: numberOf(discount),
        })),
        refused: records(value['refused']).map(({ code, reason }) => ({
          code: textOf(code),
          reason: textOf(reason),
        })),
      }
    : null

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Before the first check, the browser's own record of the cart is the starting point. */
const mirroredCart = (): CartSnapshot => ({
  ...emptyCart,
  lines: Object.entries(mirroredItems(localStorage)).map(([sku, quantity]) => ({ sku, quantity })),
})

const storeCart = (cart: CartSnapshot): void => storeItem(cartKey, JSON.stringify(cart))

export const initializeCartSnapshot = (): void => {
  if (storedItem(cartKey) === null) storeCart(mirroredCart())
}

/** What happened to the cart since the last check, on any page. */
export const cartChanges = (shown: unknown): readonly ReportedEvent[] => {
  const current = cartSnapshotFrom(shown)
  if (current === null) return []
  const previous = cartSnapshotFrom(parsed(storedItem(cartKey))) ?? emptyCart
  storeCart(current)
  return cartEvents(previous, current)
}

/** Whether a checkout of this cart starts now: coming back to it, or reloading it, is no other. */
export const startsCheckout = (shown: unknown): boolean => {
  const current = cartSignature(cartSnapshotFrom(shown) ?? emptyCart)
  if (storedItem(checkoutKey) === current) return false
  storeItem(checkoutKey, current)
  return true
}

/** A bought item is not removed from the cart: it is an order. */
export const forgetCart = (): void => {
  storeCart(emptyCart)
  storeItem(checkoutKey, null)
}
