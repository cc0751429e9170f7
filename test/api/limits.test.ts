import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addCartItem, saveDraft, setPromoCode, viewCart } from '#cart/endpoints.ts'
import { previewPurchase } from '#checkout/endpoints.ts'
import { findGuestOrder } from '#order/endpoints.ts'
import { ApiError, newApiClient } from '../support/api-client.ts'
import { openTestApi } from './test-api.ts'

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((thrown: unknown) => (thrown instanceof ApiError ? thrown.status : thrown))

const api = await openTestApi()
afterAll(() => api.close())

const perMinute = 10

/** One guess at somebody's order; returns its status. */
const guess = async (from: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
  const answer = await api.inject({
    method: 'POST',
    url: '/api/order/find',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ number: 'L000000000', email: 'a@example.com' }),
    from,
  })
  return answer.statusCode
}

const many = async (
  address: (n: number) => string,
  headers?: (n: number) => Readonly<Record<string, string>>,
) => {
  const statuses = []
  for (let n = 0; n <= perMinute; n += 1) statuses.push(await guess(address(n), headers?.(n)))
  return statuses
}

const limited = [...Array.from({ length: perMinute }, () => 404), 429]

test('addresses of one IPv6 /64 count as one network, others do not', async () => {
  expect(await many((n) => `2001:db8:1:2:${n}::${n + 1}`)).toEqual(limited)
  expect(await guess('2001:db8:1:3::1')).toBe(404)
})

test('an IPv4 address counts as the same network when written as IPv6', async () => {
  expect(await many((n) => (n % 2 === 0 ? '198.51.100.23' : '::ffff:198.51.100.23'))).toEqual(limited)
})

test('forged forwarding headers do not change the network of a request', async () => {
  const forged = (n: number) => ({
    'x-forwarded-for': `203.0.113.${n}`,
    forwarded: `for=203.0.113.${n}`,
    'x-real-ip': `203.0.113.${n}`,
    'cf-connecting-ip': `203.0.113.${n}`,
  })
  expect(await many(() => '198.51.100.24', forged)).toEqual(limited)
})

test('rate limit minutes follow the shop’s clock', async () => {
  const mine = '198.51.100.25'
  expect(await many(() => mine)).toEqual(limited)
  await api.opened.clock.moveTo(api.opened.clock.now().add({ seconds: 30 }))
  expect(await guess(mine)).toBe(429)
  await api.opened.clock.moveTo(api.opened.clock.now().add({ seconds: 31 }))
  expect(await guess(mine)).toBe(404)
})

const statusOf = async (request: Parameters<typeof api.inject>[0]): Promise<number> =>
  (await api.inject({ ...request, headers: { 'content-type': 'application/json', ...request.headers } }))
    .statusCode

test('two processes of one shop count requests together', async () => {
  const mine = '198.51.100.26'
  const other = newApiClient(api.shop.url, { 'x-forwarded-for': mine })
  for (let n = 0; n < perMinute / 2; n += 1) {
    expect(await guess(mine)).toBe(404)
    expect(
      await failureOf(other.call(findGuestOrder, { number: 'L000000000', email: 'a@example.com' })),
    ).toBe(404)
  }
  expect(await guess(mine)).toBe(429)
  const response = await other.send({
    method: 'POST',
    path: findGuestOrder.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: 'L000000000', email: 'a@example.com' }),
  })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

const cartCookie = async (from: string): Promise<string> => {
  const added = await api.inject({
    method: 'POST',
    url: addCartItem.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'syn-wk', quantity: 1 }),
    from,
  })
  return added.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

test('five codes in one preview count as five guesses', async () => {
  const from = '198.51.100.27'
  const cookie = await cartCookie(from)
  const preview = () =>
    statusOf({
      method: 'POST',
      url: previewPurchase.path,
      headers: { cookie },
      body: JSON.stringify({ coupon_codes: ['guess1', 'guess2', 'guess3', 'guess4', 'guess5'] }),
      from,
    })
  const statuses = []
  for (let n = 0; n < 13; n += 1) statuses.push(await preview())
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429])
  // The same budget as for codes that are typed one by one.
  expect(await statusOf({ method: 'GET', url: '/api/external/coupon/guess6/', from })).toBe(429)
})

test('every endpoint that reveals whether a code applies counts the codes', () => {
  const answering = api.endpoints.filter(
    ({ access, errors, payload }) =>
      access !== 'staff' &&
      (errors.includes('INVALID_COUPON') ||
        (payload instanceof z.ZodObject && 'coupon_codes' in payload.shape)),
  )
  expect(answering.length).toBeGreaterThan(8)
  const uncounted = answering.filter(({ limit }) => !Array.isArray(limit) || !limit.includes('codes'))
  expect(uncounted.map(({ name }) => name)).toEqual([])
})

test('codes tried on one cart from many networks count for the cart', async () => {
  const cookie = await cartCookie('198.51.100.28')
  const statuses = []
  for (let n = 0; n <= 60; n += 1) {
    statuses.push(
      await statusOf({
        method: 'PUT',
        url: setPromoCode.path,
        headers: { cookie },
        body: JSON.stringify({ code: `guess${n}` }),
        from: `203.0.114.${n}`,
      }),
    )
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 422), 429])
})

test('writes to carts are counted, and reads are not', async () => {
  const from = '198.51.100.29'
  const cookie = await cartCookie(from)
  const write = (n: number) =>
    statusOf({
      method: 'PUT',
      url: saveDraft.path,
      headers: { cookie },
      body: JSON.stringify({ draft: { city: `Portland ${n}` } }),
      from,
    })
  const statuses = []
  for (let n = 0; n <= 120; n += 1) statuses.push(await write(n))
  expect(statuses).toEqual([...Array.from({ length: 120 }, () => 200), 429])
  expect(await statusOf({ method: 'GET', url: viewCart.path, headers: { cookie }, from })).toBe(200)
})

test('the counter table contains no network address and no e-mail', async () => {
  const { rows } = await api.shop.app.database.pool.query<{ row: string }>(
    'select counter::text as row from rate_counter counter',
  )
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/198\.51|203\.0|2001:db8|example/)
})
