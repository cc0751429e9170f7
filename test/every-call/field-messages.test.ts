import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCatalogue } from '#shared/errors.ts'
import { places } from '../support/places.ts'
import { cookieHeader, openTestApi } from '../api/test-api.ts'
import type { PublishedDocument } from '../api/documented-answers.ts'
import { requestsTo } from '../api/fuzz-requests.ts'
import { isRecord } from '#shared/is-record.ts'

const api = await openTestApi()
afterAll(() => api.close())
const member = await api.shop.member({ plan: 'monthly refill' })
const document: PublishedDocument = (await api.inject({ method: 'GET', url: '/api/openapi.json' })).json()

beforeAll(() => member.signIn())

/** The validator's own messages, without a message in the schema. */
const ownMessages =
  /^(Invalid (input|option|string|key|element|number|UUID|ISO)|Too |Unrecognized)|expected|received|undefined/

/** A sentence says what to do; “Not a price.” does not. Those of spec §5 have no full stop. */
const isSentence = (text: string): boolean =>
  /^(Please|Kindly|Password must|That’s|Apologies|Sorry|Captcha failed)/.test(text) &&
  /^Kindly|[.?]$/.test(text)

const wrong: readonly unknown[] = [undefined, null, 7, true, 'x'.repeat(5_000), [], {}, [null], ['']]

/** The value of a field, broken at every place inside it: in the fields of objects and in the elements of arrays. */
const brokenInside = (value: unknown): unknown[] => {
  if (isRecord(value)) return broken(value)
  if (!Array.isArray(value)) return []
  const [first, ...rest]: unknown[] = value
  return first === undefined ? [] : [...wrong, ...brokenInside(first)].map((other) => [other, ...rest])
}

/** The payload once without each field, and once with each field as something else, at every depth. */
const broken = (payload: Record<string, unknown>): Record<string, unknown>[] =>
  Object.entries(payload).flatMap(([name, value]) =>
    [...wrong, ...brokenInside(value)].map((other) => ({ ...payload, [name]: other })),
  )

const pools = Object.fromEntries(Object.entries(places.oregon).map(([part, value]) => [part, [value]]))

const withBody = api.endpoints.filter(({ method }) => method !== 'GET')

const fieldsIn = (body: unknown): [string, string][] =>
  isRecord(body) && isRecord(body['fields'])
    ? Object.entries(body['fields']).map(([name, text]) => [name, String(text)])
    : []

describe.each(withBody)('$name', (call) => {
  test('names each missing field with its own sentence', async () => {
    // Another call may have signed out.
    await member.signIn()
    const samples = fc.sample(requestsTo(call, document, pools, 'honest'), { numRuns: 1, seed: 28 })
    for (const { request } of samples) {
      const payload: unknown = JSON.parse(request.body ?? '{}')
      const bodies = [{}, [], null, 'text', ...(isRecord(payload) ? broken(payload) : [])]
      for (const [at, body] of bodies.entries()) {
        if (at % 5 === 0) await api.forgetCounts()
        const answer = await api.inject({
          ...request,
          headers: { cookie: cookieHeader(member.client.jar), 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        expect(answer.statusCode).not.toBe(errorCatalogue.TOO_MANY_REQUESTS.status)
        if (answer.statusCode !== errorCatalogue.VALIDATION_ERROR.status) continue
        expect(
          fieldsIn(answer.json()).filter(([, text]) => ownMessages.test(text) || !isSentence(text)),
          answer.body,
        ).toEqual([])
      }
    }
  })
})

// spec §5
test.each([
  ['firstName', 'Kindly enter your first name'],
  ['lastName', 'Kindly enter your last name'],
  ['address', 'Kindly enter your address'],
  ['city', 'Kindly enter your city'],
  ['country', 'Kindly enter your country'],
])('an address without %s: %s', async (field, sentence) => {
  const address = Object.fromEntries(Object.entries(places.oregon).filter(([name]) => name !== field))
  await member.signIn()
  const answer = await api.inject({
    method: 'POST',
    url: '/account/addresses/',
    headers: { cookie: cookieHeader(member.client.jar), 'content-type': 'application/json' },
    body: JSON.stringify(address),
  })
  expect(fieldsIn(answer.json())).toEqual([[field, sentence]])
})

const sentBy = async (method: string, url: string, body: object) => {
  await member.signIn()
  await api.forgetCounts()
  return api.inject({
    method,
    url,
    headers: { cookie: cookieHeader(member.client.jar), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const captchaFailed = 'Captcha failed to validate. Please refresh the page and try again.'
const promoCode = 'Kindly enter a valid promo code.'
const [subscription] = await member.subscriptions()

// spec §5: the same sentence for a field that is missing, null, of another kind, empty, or too long.
test.each<
  [method: string, url: string, field: string, sentence: string, around?: (value: unknown) => object]
>([
  ['POST', '/account/login/', 'email', 'Kindly enter a valid email address.'],
  ['POST', '/account/recover/', 'email', 'Kindly enter a valid email address.'],
  ['POST', '/api/auth/register', 'email', 'Kindly enter a valid email address.'],
  ['POST', '/api/mail/contact', 'message', 'Kindly enter a valid message.'],
  ['POST', '/api/mail/contact', 'full_name', 'Kindly enter your full name'],
  ['POST', '/api/mail/university', 'country', 'Kindly enter your country'],
  ['POST', '/api/mail/hcp', 'certified', 'Kindly answer the question about health certification.'],
  ['PUT', '/api/user', 'firstName', 'Kindly enter your first name'],
  ['PUT', '/api/user', 'lastName', 'Kindly enter your last name'],
  ['PUT', '/api/cart/promo-code', 'code', promoCode],
  ['POST', '/ecommerce/coupon/redemption/', 'code', promoCode],
  [
    'PUT',
    `/api/subscription/${subscription?.id}/change`,
    'change.code',
    promoCode,
    (code) => ({ change: { action: 'apply-coupon', code } }),
  ],
])('%s %s with anything else as %s: %s', async (method, url, field, sentence, around) => {
  for (const value of [undefined, null, 7, '', [], {}, 'x'.repeat(5_000)]) {
    const answer = await sentBy(method, url, around?.(value) ?? { [field]: value })
    expect([value, ...fieldsIn(answer.json()).filter(([name]) => name === field)]).toEqual([
      value,
      [field, sentence],
    ])
  }
})

test.each([
  ['POST', '/api/turnstile/verify', 'token'],
  ['POST', '/account/recover/', 'captcha'],
  ['POST', '/api/mail/contact', 'captcha'],
])('%s %s with an invalid %s answers that the check failed', async (method, url, field) => {
  for (const value of [null, 7, [], {}, 'x'.repeat(5_000)]) {
    const answer = await sentBy(method, url, { [field]: value })
    expect(fieldsIn(answer.json())).toContainEqual([field, captchaFailed])
  }
})

test.each<[url: string, field: string, sentence: string, method?: 'PUT']>([
  ['/account/login/', 'email', 'Kindly enter a valid email address.'],
  ['/account/login/', 'password', 'Password must be at least 6 characters long.'],
  ['/account/email/', 'new_email', 'Kindly enter a valid email address.'],
  ['/api/cart/gift', 'recipient_email', 'Kindly enter a valid email address.', 'PUT'],
  ['/api/cart/gift-draft', 'recipient_email', 'Kindly enter a valid email address.', 'PUT'],
])('%s without %s: %s', async (url, field, sentence, method) => {
  await member.signIn()
  const answer = await api.inject({
    method: method ?? 'POST',
    url,
    headers: { cookie: cookieHeader(member.client.jar), 'content-type': 'application/json' },
    body: '{}',
  })
  expect(fieldsIn(answer.json())).toContainEqual([field, sentence])
})
