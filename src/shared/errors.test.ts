import { expect, test } from 'vitest'
import { errorCatalogue, errorReply, isShopError, ShopError } from './errors.ts'

// spec §8, word for word
test.each([
  ['INVALID_COUPON', 'Sorry, the coupon code you entered is invalid.'],
  ['ITEM_NOT_AVAILABLE', 'Sorry, an item in your cart is unavailable for purchase at this time.'],
  ['UNKNOWN', 'Sorry, we encountered an error. Please try again.'],
  ['USER_NOT_FOUND', 'Incorrect username/password'],
  [
    'DUPLICATE_TRANSACTION_WARNING',
    'It looks like you just placed an order. Please wait a minute before trying again.',
  ],
  ['PRODUCT_NOT_FOUND', 'Product does not exist'],
  ['CAPTCHA_FAILED', 'Captcha failed to validate. Please refresh the page and try again.'],
] as const)('%s says: %s', (code, detail) => {
  expect(new ShopError(code).detail).toBe(detail)
})

test('errors that refer the buyer to the shop name the contact address', () => {
  for (const code of [
    'PRODUCT_NOT_ALLOWED_IN_COUNTRY',
    'QUANTITY_NOT_ALLOWED',
    'QUANTITY_NOT_ALLOWED_IN_COUNTRY',
  ] as const)
    expect(errorCatalogue[code].detail).toMatch(/Kindly contact \S+@\S+ if you have any questions\.$/)
})

test('a reply has code, detail and status, and no internal details', () => {
  const thrown = new ShopError('INVALID_COUPON', {
    data: { reason: 'expired' },
    cause: new Error('select * from'),
  })
  expect(errorReply(thrown, 'r-1')).toEqual({
    code: 'INVALID_COUPON',
    detail: 'Sorry, the coupon code you entered is invalid.',
    status: 422,
    data: { reason: 'expired' },
    requestId: 'r-1',
  })
  expect(JSON.stringify(errorReply(thrown))).not.toContain('select')
})

test.each([new Error('/srv/shop/secret.ts'), 'text', null, undefined, { code: 'CARD_DECLINED' }])(
  'any other thrown value becomes UNKNOWN',
  (thrown) => {
    expect(errorReply(thrown)).toEqual({
      code: 'UNKNOWN',
      detail: errorCatalogue.UNKNOWN.detail,
      status: 500,
    })
  },
)

test('an error of the pages’ own bundle is recognized by its shape', () => {
  class FromAnotherBundle extends Error {
    override name = 'ShopError'
    code = 'NOT_FOUND'
    status = 404
  }
  expect(isShopError(new FromAnotherBundle())).toBe(true)
  expect(isShopError(new Error('ShopError'))).toBe(false)
})
