import { expect, test } from 'vitest'
import { promoCodeText, readPromoCode } from './promo-code-storage.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const hours = (count: number) => count * 3_600_000

test('a code is trimmed and stored for 720 hours', () => {
  expect(promoCodeText('  SPRING ', now)).toBe(
    '{"code":"SPRING","expirationDate":"2026-12-20T12:00:00.000Z"}',
  )
})

test('blank text is not stored', () => {
  expect(promoCodeText('   ', now)).toBeNull()
})

test('a stored code is valid until it expires, then removed', () => {
  const text = promoCodeText('SPRING', now)
  expect(readPromoCode(text, now + hours(720) - 1)).toEqual({ kind: 'stored', code: 'SPRING' })
  expect(readPromoCode(text, now + hours(720))).toEqual({ kind: 'remove' })
})

test('a legacy plain value is stored again for 48 hours', () => {
  const resaved = {
    kind: 'resave',
    code: 'SPRING',
    text: '{"code":"SPRING","expirationDate":"2026-11-22T12:00:00.000Z"}',
  }
  expect(readPromoCode('SPRING', now)).toEqual(resaved)
  expect(readPromoCode('"SPRING"', now)).toEqual(resaved)
  expect(readPromoCode('2020', now)).toMatchObject({ kind: 'resave', code: '2020' })
})

test.each(['', '  ', '""', '{}', '[]', 'null', '{"code":"A"}', '{"code":"A","expirationDate":"soon"}'])(
  'the damaged value %j is removed',
  (text) => {
    expect(readPromoCode(text, now)).toEqual({ kind: 'remove' })
  },
)

test('an empty storage has no code', () => {
  expect(readPromoCode(null, now)).toEqual({ kind: 'none' })
})
