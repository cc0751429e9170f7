import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { beforePaint } from './before-paint.ts'

test('the inline script survives being written as text, or its hash in the policy would not match', () => {
  expect(beforePaint).not.toMatch(/[<>&"']/)
})

const run = (stored: Readonly<Record<string, string>>): Record<string, string> => {
  const dataset: Record<string, string> = {}
  runInNewContext(beforePaint, {
    document: { documentElement: { dataset } },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
  })
  return dataset
}

test('an empty cart without a promo code sets only the mark that scripts run', () => {
  expect(run({})).toEqual({ js: '' })
  expect(run({ loam_cart_items: '{}' })).toEqual({ js: '' })
})

test('a filled cart and a stored promo code set their marks', () => {
  expect(run({ loam_cart_items: '{"syn-wk":1}', loam_promoCode: '{"code":"X"}' })).toEqual({
    js: '',
    cart: '',
    promo: '',
  })
})
