import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { login } from '#account/endpoints.ts'
import { errorCatalogue, type ErrorCode } from '#shared/errors.ts'
import { apiErrorIn, type ApiResponse } from '../support/api-client.ts'
import { password } from '../support/member.ts'
import { places } from '../support/places.ts'
import type { Checkout, Visitor } from '../support/visitor.ts'
import { cookieHeader, openTestApi, type Request } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const db = shop.app.database.kysely
const json = { 'content-type': 'application/json' }

/** Spec §8, word for word, with the shop's address for `{email}`. */
const specified: Readonly<Record<string, string>> = {
  BILLING_VALIDATION_ERROR:
    "Sorry, we couldn't validate your shipping address. Please check that all the fields are entered correctly.",
  INVALID_COUPON: 'Sorry, the coupon code you entered is invalid.',
  ITEM_NOT_AVAILABLE: 'Sorry, an item in your cart is unavailable for purchase at this time.',
  PRODUCT_NOT_ALLOWED_IN_COUNTRY:
    "We're sorry, the plan you selected isn't eligible at this time. Kindly contact hello@loam.example if you have any questions.",
  UNKNOWN: 'Sorry, we encountered an error. Please try again.',
  USER_NOT_FOUND: 'Incorrect username/password',
  QUANTITY_NOT_ALLOWED_IN_COUNTRY:
    'This quantity is not permitted for this product in your country. Kindly contact hello@loam.example if you have any questions.',
  QUANTITY_NOT_ALLOWED:
    'This quantity is not permitted for this product. Kindly contact hello@loam.example if you have any questions.',
  UNVERIFIED_ACCOUNT:
    'Your account has not been verified. Please click on the verification link sent to your email and try again.',
  DUPLICATE_TRANSACTION_WARNING:
    'It looks like you just placed an order. Please wait a minute before trying again.',
}

const post = (url: string, body: unknown, cookie = '', method = 'POST'): Request => ({
  method,
  url,
  headers: cookie === '' ? json : { ...json, cookie },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const sendHere = async (request: Request): Promise<ApiResponse> => {
  const { statusCode, headers, body } = await api.inject(request)
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return { status: statusCode, headers: new Headers(texts), text: body }
}

/** Somebody with this in the cart who places the order. */
const buying = async (code: string, checkout: Checkout = {}, quantity = 1): Promise<Request> => {
  const visitor: Visitor = shop.visitor()
  await visitor.add(code, quantity)
  return post('/api/purchase', await visitor.fill(checkout), cookieHeader(visitor.client.jar))
}

const member = await shop.member({ plan: 'monthly refill' })
const [subscription] = await member.subscriptions()
const cookies = () => cookieHeader(member.client.jar)

const afterwards = async (request: Request, repair: () => Promise<unknown>): Promise<ApiResponse> => {
  const answer = await sendHere(request)
  await repair()
  return answer
}

/** How each error of the catalogue comes about: by a request that somebody can send. */
const triggers: Readonly<Partial<Record<ErrorCode, () => Promise<ApiResponse>>>> = {
  BILLING_VALIDATION_ERROR: async () =>
    sendHere(await buying('syn-wk', { but: { address: { ...places.oregon, zip: 'nowhere' } } })),
  INVALID_COUPON: () => sendHere({ method: 'GET', url: '/api/external/coupon/NOPE/' }),
  ITEM_NOT_AVAILABLE: async () => {
    const request = await buying('vs-wk')
    await shop.setStock('vs-01', 0)
    return afterwards(request, () => shop.setStock('vs-01', 1_000))
  },
  PRODUCT_NOT_ALLOWED_IN_COUNTRY: () => sendHere(post('/ecommerce/shipping_rates/', { country: 'NZ' })),
  UNKNOWN: async () => {
    await sql`alter table coupon rename to coupon_away`.execute(db)
    return afterwards({ method: 'GET', url: '/api/external/coupon/FOREVER15/' }, () =>
      sql`alter table coupon_away rename to coupon`.execute(db),
    )
  },
  USER_NOT_FOUND: () =>
    sendHere(post('/account/login/', { email: 'nobody@example.com', password: 'something long' })),
  QUANTITY_NOT_ALLOWED_IN_COUNTRY: async () => {
    const request = await buying('syn-wk', {}, 4)
    const australia = { country: 'AU', region: 'NSW', zip: '2000' }
    return sendHere({
      ...request,
      ...post('/ecommerce/purchase/preview/', australia, request.headers?.['cookie']),
    })
  },
  QUANTITY_NOT_ALLOWED: () => sendHere(post('/api/cart/items', { code: 'syn-wk', quantity: -1 })),
  UNVERIFIED_ACCOUNT: async () => {
    const email = 'unconfirmed@example.com'
    const person = { email, password, firstName: 'Wanda', lastName: 'Kerr' }
    await sendHere(post('/api/auth/register', person))
    return sendHere(post('/account/login/', { email, password }))
  },
  PROOF_REQUIRED: async () => {
    await db.updateTable('session').set({ proved_at: null }).execute()
    return sendHere({ method: 'GET', url: '/account/export/', headers: { cookie: cookies() } })
  },
  DUPLICATE_TRANSACTION_WARNING: async () => {
    const email = 'twice@example.com'
    expect((await sendHere(await buying('syn-wk-gift-2020', { email }))).status).toBe(200)
    // The same account signs in nowhere in between: the warning comes before the question to sign in.
    return sendHere(await buying('syn-wk-gift-2020', { email }))
  },
  SessionVerificationError: () =>
    sendHere({
      method: 'GET',
      url: '/api/auth/check-authentication',
      headers: { cookie: `loam_jwt=${member.client.jar.get('loam_jwt') ?? ''}` },
    }),
  UNAUTHENTICATED: () => sendHere({ method: 'GET', url: '/api/user' }),
  FORBIDDEN: () =>
    sendHere({
      ...post('/api/cart/items', { code: 'syn-wk' }),
      headers: { ...json, origin: 'https://evil.example' },
    }),
  NOT_FOUND: () => sendHere({ method: 'GET', url: '/api/nothing' }),
  VALIDATION_ERROR: () => sendHere(post('/account/login/', { email: 'nobody' })),
  MALFORMED_BODY: () => sendHere(post('/account/login/', '{"email":')),
  PAYLOAD_TOO_LARGE: () => sendHere(post('/account/login/', { email: 'x'.repeat(200_000) })),
  UNSUPPORTED_MEDIA_TYPE: () =>
    sendHere({ ...post('/account/login/', '<email/>'), headers: { 'content-type': 'text/xml' } }),
  TOO_MANY_REQUESTS: async () => {
    const guess = {
      ...post('/api/order/find', { number: 'L000000000', email: 'a@example.com' }),
      from: '198.51.100.7',
    }
    for (let tries = 0; tries < 10; tries += 1) await sendHere(guess)
    return sendHere(guess)
  },
  PRODUCT_NOT_FOUND: () => sendHere(post('/api/cart/items', { code: 'syn-xx' })),
  CART_EMPTY: () => sendHere(post('/ecommerce/purchase/preview/', {})),
  SIGN_IN_REQUIRED: async () => sendHere(await buying('syn-rf', { email: member.email })),
  TOTAL_CHANGED: async () => sendHere(await buying('syn-wk', { but: { total: '1.00' } })),
  CARD_DECLINED: async () => sendHere(await buying('syn-wk', { card: 'no-funds' })),
  CARD_EXPIRED: async () => sendHere(await buying('syn-wk', { card: 'expired' })),
  CARD_DATA_WRONG: async () => sendHere(await buying('syn-wk', { card: 'wrong-code' })),
  ACTION_NOT_ALLOWED: () =>
    sendHere(post(`/api/subscription/${subscription?.id ?? ''}/reactivate`, {}, cookies(), 'PUT')),
  SHOP_BUSY: async () => {
    const { pool } = shop.app.database
    const { max, connectionTimeoutMillis } = pool.options
    const held = await Promise.all(Array.from({ length: max }, () => pool.connect()))
    pool.options.connectionTimeoutMillis = 50
    return afterwards({ method: 'GET', url: '/api/external/coupon/FOREVER15/' }, async () => {
      pool.options.connectionTimeoutMillis = connectionTimeoutMillis
      for (const client of held) client.release()
    })
  },
  CAPTCHA_FAILED: () => sendHere(post('/api/turnstile/verify', { token: 'x' })),
  LINK_EXPIRED: () => sendHere(post('/account/set-password/', { token: 'x', password: 'something long' })),
}

/** Texts that are more exact than the general ones of the catalogue. */
const exact: Readonly<Partial<Record<string, string>>> = {
  ACTION_NOT_ALLOWED: 'This subscription has not ended.',
}

/** Errors that no single request can ask for, and where they are tried instead. */
const elsewhere: Readonly<Partial<Record<ErrorCode, string>>> = {
  PAYMENT_PENDING: 'two requests in the same moment: test/payment/payments.test.ts',
  MALFORMED_REQUEST: 'is no request: test/every-call/raw-requests.test.ts',
  SIGN_ON_FAILED: 'needs a provider: test/account/sign-on.test.ts',
  IDEMPOTENCY_KEY_REUSED: 'needs an earlier request: test/api/partner-idempotency.test.ts',
  IDEMPOTENCY_KEY_IN_USE: 'needs a running request: test/api/partner-idempotency.test.ts',
}

test('every error of the catalogue has exactly one test and one status', () => {
  const named = [...Object.keys(triggers), ...Object.keys(elsewhere)]
  expect(named.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted())
})

test('the error catalogue has the texts of the specification', () => {
  for (const [code, text] of Object.entries(specified)) {
    expect({ code, text: new Map(Object.entries(errorCatalogue)).get(code)?.detail }).toEqual({ code, text })
  }
})

test.each(Object.entries(triggers))('%s has its status, header and text', async (code, trigger) => {
  const answer = await trigger()
  const error = apiErrorIn(answer)
  const known = new Map<string, { status: number; detail: string }>(Object.entries(errorCatalogue)).get(code)
  expect({
    code: error.code,
    status: answer.status,
    header: answer.headers.get('loam-error'),
    detail: error.detail,
  }).toEqual({
    code,
    status: known?.status,
    header: code,
    detail: specified[code] ?? exact[code] ?? known?.detail,
  })
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('all these errors leave the shop’s data unchanged', async () => {
  await member.client.call(login, { email: member.email, password })
  expect((await sendHere({ method: 'GET', url: '/api/user', headers: { cookie: cookies() } })).status).toBe(
    200,
  )
  // The two faults that were caused on purpose, and between them a refusal that is logged; guesses are logged with
  // them.
  const logged = api.logged.map((line) => line.split(' {')[0])
  expect(logged.filter((line) => line !== 'a guess was refused')).toEqual([
    'a request failed',
    'a write of another site was refused',
    'a request failed',
  ])
})
