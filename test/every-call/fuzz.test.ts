import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { assertAsyncProperty } from '../support/property.ts'
import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { password as memberPassword } from '../support/member.ts'
import { cookieHeader, openTestApi } from '../api/test-api.ts'
import { responseChecker, type PublishedDocument } from '../api/documented-answers.ts'
import { requestsTo, type FuzzRequest } from '../api/fuzz-requests.ts'
import type { Pools } from '../api/schema-arbitrary.ts'

const cases = Number(process.env['FUZZ_CASES'] ?? 30)
const patience = 600_000 + cases * 200

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const member = await shop.member({ plan: 'monthly refill' })
const buyer = shop.visitor()
await buyer.add('syn-wk')
const [order] = await member.orders()
const [subscription] = await member.subscriptions()
const totals = await buyer.preview()
const cardTokens = await Promise.all(
  (['approve', 'no-funds'] as const).map((card) => shop.pages.tokenFor(card)),
)

const document: PublishedDocument = (await api.inject({ method: 'GET', url: '/api/openapi.json' })).json()
const wrongIn = responseChecker(document)

/** Existing values of the shop, so that random requests get further than the first check. */
const poolsNow = async (): Promise<Pools> => ({
  cart_id: [(await buyer.cart()).cart_id ?? ''],
  code: ['syn-wk', 'syn-rf', 'vs-wk', 'pds-gwp', 'syn-wk-duo', 'DS-01-25-OFF', 'FOREVER15', 'HIDDENVS01'],
  plan_code: ['syn-wk', 'syn-rf', 'vs-wk'],
  coupon_codes: ['DS-01-25-OFF'],
  id: [order?.id ?? '', order?.number ?? '', subscription?.id ?? ''],
  number: [order?.number ?? '', 'L000000000'],
  email: [member.email, 'somebody@example.com'],
  password: [memberPassword, 'tulips in loam'],
  country: ['US', 'US', 'US', 'CA', 'NZ'],
  region: ['OR', 'OR', 'CA', ''],
  zip: ['97201', '97201', '94601', ''],
  firstName: ['Mara'],
  lastName: ['Ito'],
  address: ['1 Alder Way'],
  city: ['Portland'],
  slug: ['daily-synbiotic', 'vaginal-synbiotic'],
  path: ['/', '/science', '/daily-synbiotic'],
  method_code: [totals.shipping.method_code, 'expedited'],
  amount: ['0.00', '10.00'],
  price: ['49.99'],
  total: ['49.99', '0.00', '99.98'],
  token: [...cardTokens, 'A'.repeat(43)],
  group: ['daily', 'partner'],
  return_path: ['/checkout', '/checkout/card?x=1'],
  include_renewal_preview: ['true', 'false'],
  processor: ['sandbox', 'stripe'],
  to: ['2031-01-07', '1999-01-01'],
})

const session = 'A'.repeat(43)
const oldJar = new Map(member.client.jar)

/** Who asks; the cookies as they are at that moment. */
const personas = fc.constantFrom<() => string>(
  () => '',
  () => cookieHeader(member.client.jar),
  () => cookieHeader(buyer.client.jar),
  () => cookieHeader(oldJar),
  () => `loam_cart_id=${'x'.repeat(200)}; loam_jwt=a.b.c; loam_country=\u00e9`,
  () => `loam_session=${session}; loam_cart_id=00000000-0000-4000-8000-000000000000`,
)

const answerTo = ({ request }: FuzzRequest, cookie: string) =>
  api.inject({ ...request, headers: { ...request.headers, ...(cookie === '' ? {} : { cookie }) } })

const isRefusable = (call: Endpoint, payload: unknown): boolean =>
  payload !== undefined && !z.safeParse(call.payload, payload).success

/** A journey of ten years takes its time; how the clock moves has scenarios of its own. */
const runsOf = ({ name }: Endpoint): number => (name === 'moveClock' ? Math.min(cases, 20) : cases)

/** What deletes the member comes last: every other endpoint begins by signing in. */
const endpoints = [
  ...api.endpoints.filter(({ name }) => name !== 'deleteAccount'),
  ...api.endpoints.filter(({ name }) => name === 'deleteAccount'),
]

describe.each(endpoints)('$name', (call) => {
  // Calls end sessions and empty carts, and each begins with both.
  beforeEach(async () => {
    await api.forgetCounts()
    await member.signIn()
    await buyer.add('syn-wk')
  })

  test('answers as its description says, for any request', { timeout: patience }, async () => {
    const pools = await poolsNow()
    const property = fc.asyncProperty(
      requestsTo(call, document, pools, 'spoiled'),
      personas,
      async (sent, cookiesOf) => {
        const answer = await answerTo(sent, cookiesOf())
        const wrong = wrongIn(call, answer)
        if (wrong !== null) throw new Error(wrong)
        if (isRefusable(call, sent.payload)) expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      },
    )
    await assertAsyncProperty(property, { numRuns: runsOf(call), endOnFailure: cases > 50 })
  })
})

test('none of these requests caused an error in the log', () => {
  // That endpoint is for reports of crashed pages; what looks like an attack is logged.
  const logPattern = /^a page could not be drawn |"security":"/
  expect(api.logged.filter((line) => !logPattern.test(line))).toEqual([])
})
