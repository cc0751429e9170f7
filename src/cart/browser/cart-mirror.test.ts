import { expect, test } from 'vitest'
import { mirrorCart, mirroredItems } from './cart-mirror.ts'
import type { BrowserStorage } from './cart-mirror.ts'

const memoryStorage = (contents: Record<string, string> = {}) => {
  const entries = new Map(Object.entries(contents))
  const storage: BrowserStorage = {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, text) => void entries.set(key, text),
    removeItem: (key) => void entries.delete(key),
  }
  return { entries, storage }
}

const eventTarget = () => {
  const dispatched: string[] = []
  return { dispatched, dispatchEvent: (event: Event) => dispatched.push(event.type) > 0 }
}

test('the cart state from the server is stored and published', () => {
  const { entries, storage } = memoryStorage()
  const dispatchedTypes = eventTarget()
  mirrorCart(storage, { 'syn-wk': 2 }, dispatchedTypes)
  expect(entries.get('loam_cart_items')).toBe('{"syn-wk":2}')
  expect(mirroredItems(storage)).toEqual({ 'syn-wk': 2 })
  expect(dispatchedTypes.dispatched).toEqual(['cart-changed'])
})

test('an empty cart removes the stored state', () => {
  const { entries, storage } = memoryStorage({ loam_cart_items: '{"syn-wk":2}' })
  mirrorCart(storage, {}, eventTarget())
  expect(entries.size).toBe(0)
})

test.each(['not json', '[]', '{"syn-wk":"2"}', '{"syn-wk":-1}', 'null'])(
  'the damaged record %j is treated as an empty cart',
  (text) => {
    expect(mirroredItems(memoryStorage({ loam_cart_items: text }).storage)).toEqual({})
  },
)

test('a browser without storage causes no error', () => {
  const failingStorage = (): never => {
    throw new Error('storage is off')
  }
  const storage: BrowserStorage = {
    getItem: failingStorage,
    setItem: failingStorage,
    removeItem: failingStorage,
  }
  mirrorCart(storage, { 'syn-wk': 1 }, eventTarget())
  expect(mirroredItems(storage)).toEqual({})
})
