import { expect } from 'vitest'
import { z } from 'zod'
import { apiErrorIn, type ApiResponse } from '../support/api-client.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop()

interface Bad {
  readonly what: string
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly text?: string
  readonly type?: string
  readonly status: number
  readonly code: string
}

const add = '/api/cart/items'
const item = `${add}/syn-wk`
const nul = String.fromCharCode(0)
const half = String.fromCharCode(0xd800)

const calls: readonly Bad[] = [
  { what: 'an unknown product', path: add, body: { code: 'syn-xx' }, status: 404, code: 'PRODUCT_NOT_FOUND' },
  { what: 'a product of the prototype', path: add, body: { code: '__proto__' }, status: 404, code: 'PRODUCT_NOT_FOUND' },
  { what: 'another one', path: add, body: { code: 'constructor' }, status: 404, code: 'PRODUCT_NOT_FOUND' },
  { what: 'a product with a zero byte', path: add, body: { code: `syn${nul}wk` }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'SQL as a product', path: add, body: { code: "'; drop table plan; --" }, status: 404, code: 'PRODUCT_NOT_FOUND' },
  { what: 'a product of 100,000 characters', path: add, body: { code: 'x'.repeat(90_000) }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a negative quantity', path: add, body: { code: 'syn-wk', quantity: -1 }, status: 422, code: 'QUANTITY_NOT_ALLOWED' },
  { what: 'no quantity at all', path: add, body: { code: 'syn-wk', quantity: 0 }, status: 422, code: 'QUANTITY_NOT_ALLOWED' },
  { what: 'a fraction', path: add, body: { code: 'syn-wk', quantity: 0.5 }, status: 422, code: 'QUANTITY_NOT_ALLOWED' },
  { what: 'more than there are numbers', path: add, body: { code: 'syn-wk', quantity: 1e300 }, status: 422, code: 'QUANTITY_NOT_ALLOWED' },
  { what: 'a quantity in words', path: add, body: { code: 'syn-wk', quantity: 'two' }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a product that is a list', path: add, body: { code: ['syn-wk'] }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a negative count', method: 'PUT', path: item, body: { quantity: -3 }, status: 422, code: 'QUANTITY_NOT_ALLOWED' },
  { what: 'too great a count', method: 'PUT', path: item, body: { quantity: 5 }, status: 422, code: 'QUANTITY_NOT_ALLOWED' },
  { what: 'an unknown coupon', method: 'PUT', path: '/api/cart/promo-code', body: { code: 'NOPE' }, status: 422, code: 'INVALID_COUPON' },
  { what: 'an expired coupon', method: 'PUT', path: '/api/cart/promo-code', body: { code: 'SPRING26' }, status: 422, code: 'INVALID_COUPON' },
  { what: 'an empty coupon', method: 'PUT', path: '/api/cart/promo-code', body: { code: '  ' }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a coupon with a zero byte', method: 'PUT', path: '/api/cart/promo-code', body: { code: `A${nul}` }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a coupon that is half a character', path: '/ecommerce/coupon/redemption/', body: { code: half }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a draft of a card', method: 'PUT', path: '/api/cart/draft', body: { draft: { card_number: '4242' } }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'JSON cut short', path: add, text: '{"code": "syn-wk"', status: 400, code: 'MALFORMED_BODY' },
  { what: 'no JSON', path: add, text: 'code=syn-wk', status: 400, code: 'MALFORMED_BODY' },
  { what: 'an empty body', path: add, text: '', status: 400, code: 'MALFORMED_BODY' },
  { what: 'a body that is a list', path: add, body: ['syn-wk'], status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a body that is a word', path: add, body: 'syn-wk', status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a poisoned body', path: add, text: '{"code":"syn-wk","__proto__":{"quantity":4}}', status: 400, code: 'MALFORMED_BODY' },
  { what: 'XML', path: add, text: '<code>syn-wk</code>', type: 'application/xml', status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
  { what: 'plain text', path: add, text: '{"code":"syn-wk"}', type: 'text/plain', status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
  { what: 'a form', path: add, text: 'code=syn-wk', type: 'application/x-www-form-urlencoded', status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
  { what: 'a body of a megabyte', path: add, body: { code: 'x'.repeat(1_000_000) }, status: 413, code: 'PAYLOAD_TOO_LARGE' },
  { what: 'an address that is no address', path: '/api/purchase/not-an-id', method: 'GET', status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a call that is not there', path: '/api/nothing', body: {}, status: 404, code: 'NOT_FOUND' },
  { what: 'a country that is none', path: '/ecommerce/shipping_rates/', body: { country: 'usa' }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a date that is none', path: '/api/time-machine', body: { to: '2031-02-30' }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a webhook without a signature', path: '/api/payment/webhook/sandbox', body: { id: 'evt_1' }, status: 403, code: 'FORBIDDEN' },
  { what: 'a webhook of nobody', path: '/api/payment/webhook/bank', body: {}, status: 403, code: 'FORBIDDEN' },
  { what: 'a wrong password', path: '/account/login/', body: { email: 'a@example.com', password: 'nothing' }, status: 401, code: 'USER_NOT_FOUND' },
  { what: 'an e-mail with a zero byte', path: '/account/login/', body: { email: `a${nul}@example.com`, password: 'nothing' }, status: 400, code: 'VALIDATION_ERROR' },
  { what: 'a link that never was', path: '/account/set-password/', body: { token: 'x', password: 'something long' }, status: 410, code: 'LINK_EXPIRED' },
  { what: 'orders of nobody', path: '/api/order/', method: 'GET', status: 401, code: 'UNAUTHENTICATED' },
] // prettier-ignore

/** No internals may be in a response. */
const expectNoLeak = ({ text }: ApiResponse): void => {
  expect(text).not.toMatch(
    /node_modules|\/src\/|\.ts:|\bat \w+ \(|select |insert |stack|postgres|kysely|zod/i,
  )
}

const sendBad = (shop: TestShop, { method = 'POST', path, body, text, type }: Bad): Promise<ApiResponse> => {
  const wire = text ?? (body === undefined ? undefined : JSON.stringify(body))
  return shop.visitor().client.send({
    method,
    path,
    ...(wire === undefined ? {} : { body: wire, headers: { 'content-type': type ?? 'application/json' } }),
  })
}

test.for(calls)('$what: $status $code, and nothing is written', async (bad, { shop }) => {
  const before = await shop.rows()
  const answer = await sendBad(shop, bad)
  expect([answer.status, apiErrorIn(answer).code]).toEqual([bad.status, bad.code])
  expectNoLeak(answer)
  expect(await shop.rows()).toEqual(before)
})

const purchases = [
  { what: 'no e-mail', but: { email: 'nobody' }, code: 'VALIDATION_ERROR', field: 'email' },
  { what: 'no last name', address: { lastName: ' ' }, code: 'VALIDATION_ERROR', field: 'address.lastName' },
  { what: 'an endless name', address: { firstName: 'x'.repeat(500) }, code: 'VALIDATION_ERROR', field: 'address.firstName' },
  { what: 'a name with a zero byte', address: { firstName: `Ma${nul}ra` }, code: 'VALIDATION_ERROR', field: 'address.firstName' },
  { what: 'a name that is half a character', address: { city: `Port${half}land` }, code: 'VALIDATION_ERROR', field: 'address.city' },
  { what: 'no country', address: { country: 'Atlantis' }, code: 'VALIDATION_ERROR', field: 'address.country' },
  { what: 'no zip code', address: { zip: '' }, code: 'BILLING_VALIDATION_ERROR', field: 'address.zip' },
  { what: 'a total that is no price', but: { total: '49,99' }, code: 'VALIDATION_ERROR', field: 'total' },
  { what: 'a negative total', but: { total: '-49.99' }, code: 'VALIDATION_ERROR', field: 'total' },
  { what: 'no card', but: { card: undefined }, code: 'VALIDATION_ERROR', field: 'card' },
  { what: 'a cart id that is none', but: { cart_id: 'mine' }, code: 'VALIDATION_ERROR', field: 'cart_id' },
  { what: 'an unknown way to ship', but: { shipping: { method_code: 'pigeon' } }, code: 'VALIDATION_ERROR', field: 'shipping.method_code' },
  { what: 'an unknown coupon', but: { coupon_codes: ['NOPE'] }, code: 'INVALID_COUPON', field: null },
  { what: 'an expired coupon', but: { coupon_codes: ['SPRING26'] }, code: 'INVALID_COUPON', field: null },
] // prettier-ignore

test.for(purchases)(
  'a purchase with $what: $code, and nothing is written',
  async ({ but, address, code, field }, { shop }) => {
    const visitor = shop.visitor()
    await visitor.add('syn-wk')
    const filled = await visitor.fill()
    const before = await shop.rows()
    const body = { ...filled, ...but, address: { ...filled.address, ...address } }
    const answer = await visitor.client.send({
      method: 'POST',
      path: '/api/purchase',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    const error = apiErrorIn(answer)
    expect(error.code).toBe(code)
    if (field !== null) expect(Object.keys(error.fields)).toContain(field)
    expectNoLeak(answer)
    expect(await shop.rows()).toEqual(before)
    expect((await visitor.cart()).items).toEqual({ 'syn-wk': 1 })
  },
)

test('a write from another site is refused', async ({ shop }) => {
  const visitor = shop.visitor()
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://elsewhere.example' },
  ]
  for (const headers of foreign) {
    const answer = await visitor.client.send({
      method: 'POST',
      path: add,
      body: '{"code":"syn-wk"}',
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect([answer.status, apiErrorIn(answer).code]).toEqual([403, 'FORBIDDEN'])
  }
})

test('a malformed cart id is treated as no cart', async ({ shop }) => {
  const honest = shop.visitor()
  await honest.add('syn-wk')
  const filled = await honest.fill()
  const visitor = shop.visitor()
  for (const id of [
    "'; drop table cart; --",
    'x'.repeat(2_000),
    '%00',
    '00000000-0000-0000-0000-000000000000',
  ]) {
    visitor.client.jar.set('loam_cart_id', encodeURIComponent(id))
    expect((await visitor.cart()).items).toEqual({})
    await expect(visitor.send(filled)).rejects.toMatchObject({ code: 'CART_EMPTY' })
  }
})

/** A warning of a refusal, with nothing in it that came from outside. */
const refusal = z.strictObject({
  level: z.literal(40),
  time: z.iso.datetime(),
  requestId: z.guid(),
  endpoint: z.string().optional(),
  security: z.string(),
  msg: z.string(),
})

test('after all these bad requests the invariants hold and the log contains no submitted text', async ({
  shop,
}) => {
  // Refusals that are worth a line: the two webhooks, the two writes of another site, and guesses.
  const lines = shop.logged().map((line) => refusal.parse(JSON.parse(line)))
  const others = lines.filter(({ endpoint }) => endpoint === undefined)
  expect(others.map(({ security, msg }) => [security, msg])).toEqual([
    ['webhook', 'a webhook was refused'],
    ['webhook', 'a webhook was refused'],
    ['cross-site write', 'a write of another site was refused'],
    ['cross-site write', 'a write of another site was refused'],
  ])
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  expect(await visitor.checkout()).toMatchObject({ status: 'ordered' })
})
