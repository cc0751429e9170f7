import { afterAll, expect, test } from 'vitest'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const [support, operations] = [await joinDesk(api, 'support'), await joinDesk(api, 'operations')]

/** An order that nothing was packed of. */
const buy = async (code = 'syn-rf', quantity = 2) => {
  const visitor = shop.visitor()
  for (let count = 0; count < quantity; count += 1) await visitor.add(code)
  const { order } = await visitor.checkout()
  return { number: order?.number ?? '' }
}

const refund = (number: string, amount: string, what: object, requestId = api.opened.deps.ids.uuid()) => ({
  url: `/api/desk/orders/${number}/refund/`,
  payload: { ...what, amount, reason: 'Arrived damaged', request_id: requestId },
})

const oneUnit = { units: [{ position: 0, quantity: 1 }] }

test('of two staff who refund the last unit of a line at once, one succeeds, and the other gets the reason', async () => {
  const { number } = await buy('syn-rf', 1)
  const [a, b] = [support, operations]
  const preview = await a.post(`/api/desk/orders/${number}/refund/preview/`, oneUnit)
  const { amount } = preview.json()
  const sent = refund(number, amount, oneUnit)
  const other = refund(number, amount, oneUnit)
  const answers = await Promise.all([a.post(sent.url, sent.payload), b.post(other.url, other.payload)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().detail).toContain('Nothing was sent')
  const { refunded } = (await a.get(`/api/desk/orders/${number}/`)).json()
  expect(refunded).toBe(amount)
})

test('the same refund sent twice is made once, with one log entry', async () => {
  const { number } = await buy()
  const { amount } = (await support.post(`/api/desk/orders/${number}/refund/preview/`, oneUnit)).json()
  const { url, payload } = refund(number, amount, oneUnit)
  const answers = await Promise.all([1, 2, 3].map(() => support.post(url, payload)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const { refunded, timeline } = (await support.get(`/api/desk/orders/${number}/`)).json()
  expect(refunded).toBe(amount)
  const entries = timeline.filter(({ text }: { text: string }) => text.startsWith('Refunded by'))
  expect(entries).toHaveLength(1)
})

test('a refund whose sum differs from the preview is refused', async () => {
  const { number } = await buy()
  const { url, payload } = refund(number, '0.01', oneUnit)
  const answer = await support.post(url, payload)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'TOTAL_CHANGED'])
  expect((await support.get(`/api/desk/orders/${number}/`)).json().refunded).toBe('0.00')
})

test('a refund above $200 of an order is refused for support, also in parts, and needs the passkey for other roles', async () => {
  const { number } = await buy('syn-rf-3mo', 2)
  const sumOf = (sum: string) => refund(number, sum, { sum })
  const first = sumOf('199.00')
  expect((await support.post(first.url, first.payload)).statusCode).toBe(200)
  const second = sumOf('1.01')
  const refused = await support.post(second.url, second.payload)
  expect([refused.statusCode, refused.json().detail]).toEqual([403, expect.stringContaining('$1.00')])
  const { number: large } = await buy('syn-rf-3mo', 2)
  const big = refund(large, '220.00', { sum: '220.00' })
  expect((await operations.post(big.url, big.payload)).json().code).toBe('PROOF_REQUIRED')
  await operations.confirm(`refund ${large} 22000`)
  expect((await operations.post(big.url, big.payload)).statusCode).toBe(200)
})
