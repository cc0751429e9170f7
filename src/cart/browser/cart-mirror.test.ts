import { expect, test } from 'vitest'
import { mirrorCart, mirroredItems } from './cart-mirror.ts'
import type { Keep } from './cart-mirror.ts'

const shelf = (contents: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(contents))
  const keep: Keep = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
  return { kept, keep }
}

const listener = () => {
  const heard: string[] = []
  return { heard, dispatchEvent: (event: Event) => heard.push(event.type) > 0 }
}

test('what the server says is kept and told', () => {
  const { kept, keep } = shelf()
  const told = listener()
  mirrorCart(keep, { 'syn-wk': 2 }, told)
  expect(kept.get('loam_cart_items')).toBe('{"syn-wk":2}')
  expect(mirroredItems(keep)).toEqual({ 'syn-wk': 2 })
  expect(told.heard).toEqual(['cart-changed'])
})

test('an empty cart leaves nothing behind', () => {
  const { kept, keep } = shelf({ loam_cart_items: '{"syn-wk":2}' })
  mirrorCart(keep, {}, listener())
  expect(kept.size).toBe(0)
})

test.each(['not json', '[]', '{"syn-wk":"2"}', '{"syn-wk":-1}', 'null'])(
  'the damaged record %j counts as empty',
  (text) => {
    expect(mirroredItems(shelf({ loam_cart_items: text }).keep)).toEqual({})
  },
)

test('a browser that keeps nothing is no fault', () => {
  const refusing = (): never => {
    throw new Error('storage is off')
  }
  const keep: Keep = { getItem: refusing, setItem: refusing, removeItem: refusing }
  mirrorCart(keep, { 'syn-wk': 1 }, listener())
  expect(mirroredItems(keep)).toEqual({})
})
