import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { signInAgent } from '../api/impersonation.ts'
import { cookieHeader, openTestApi } from '../api/test-api.ts'
import { responseChecker, operationOf, type PublishedDocument } from '../api/documented-answers.ts'
import { requestsTo } from '../api/fuzz-requests.ts'
import type { Pools } from '../api/schema-arbitrary.ts'
import { fingerprint } from '../api/database-contents.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

/** All private data of the owner, each with a value that occurs nowhere else. */
const home = {
  firstName: 'Ottoline',
  lastName: 'Quillfeather',
  address: '77 Hidden Heron Lane',
  unit: 'Loft 9',
  city: 'Portland',
  region: 'OR',
  zip: '97229',
  country: 'US',
  phone: '5035550199',
  company: 'Heron Works',
}
const buyer = shop.visitor()
await buyer.add('syn-rf')
const bought = await buyer.checkout({ but: { address: home } })
const owner = await shop.asMember(buyer)
await owner.add('vs-wk')
const stranger = await shop.member({ plan: 'vaginal refill' })
const visitor = shop.visitor()

const db = shop.app.database.kysely
const [order] = await owner.orders()
const [subscription] = await owner.subscriptions()
const account = await db
  .selectFrom('account')
  .select('id')
  .where('email', '=', owner.email)
  .executeTakeFirstOrThrow()
const idsIn = async (table: 'payment_method' | 'address' | 'session' | 'cart' | 'charge') =>
  (await db.selectFrom(table).select('id').where('account_id', '=', account.id).execute()).map(({ id }) => id)
const cart = (await owner.cart()).cart_id ?? ''

const ownersIds = [
  ...new Set([
    order?.id, order?.number, subscription?.id, account.id, cart,
    ...(await idsIn('payment_method')), ...(await idsIn('address')), ...(await idsIn('session')),
    ...(await idsIn('charge')), ...(await idsIn('cart')),
  ]),
].filter((id) => id !== undefined) // prettier-ignore

const garbage = ['null', 'undefined', '0', '-1', '[]', '%', '*', '00000000-0000-0000-0000-000000000000']

const secrets = [
  owner.email, home.firstName, home.lastName, home.address, home.unit, home.zip, home.phone, home.company,
  order?.id ?? '', order?.number ?? '', subscription?.id ?? '', account.id, bought.checkout_id,
] // prettier-ignore

const document: PublishedDocument = (await api.inject({ method: 'GET', url: '/api/openapi.json' })).json()
const wrongIn = responseChecker(document)

/** The outbox shows every mail and the clock is everybody's: both exist only where no mail and no money is real. */
const openToAll = ['viewOutbox', 'moveClock']

const idField = /^(id|number|checkout|\w+_id|\w+Id)$/

/** The names under which a call takes somebody's id. */
const idNames = (call: Endpoint): string[] => {
  const { parameters = [], requestBody } = operationOf(document, call)
  const body = JSON.stringify(requestBody?.content['application/json'].schema ?? {})
  const inBody = [...body.matchAll(/"(\w+)":\{/g)].map((match) => match[1] ?? '')
  return [...new Set([...parameters.map(({ name }) => name), ...inBody])].filter((name) => idField.test(name))
}

const honest = (id: string, names: readonly string[]): Pools => ({
  ...Object.fromEntries(names.map((name) => [name, [id]])),
  code: ['syn-wk'],
  plan_code: ['syn-wk'],
  email: [stranger.email],
  country: ['US'],
  region: ['OR'],
  zip: ['97201'],
  total: ['49.99'],
  token: ['A'.repeat(43)],
})

const elsewhere = await signInAgent(api, stranger.email)
let impersonation = ''

/** One visit for all, as long as it lasts: calls of the matrix may end it. */
const otherImpersonation = async (): Promise<string> => {
  const seen = await api.inject({ method: 'GET', url: '/api/user', headers: { cookie: impersonation } })
  if (seen.statusCode !== 200) impersonation = await elsewhere.impersonation('writes')
  return impersonation
}

const strangers: readonly (readonly [who: string, cookie: () => string | Promise<string>])[] = [
  ['a visitor', () => cookieHeader(visitor.client.jar)],
  ["a visitor with the owner's cart id", () => `loam_cart_id=${cart}`],
  ['another member', () => cookieHeader(stranger.client.jar)],
  [
    "another member with the owner's cart id",
    () => cookieHeader(new Map([...stranger.client.jar, ['loam_cart_id', cart]])),
  ],
  ['an agent who acts for another member and may write', otherImpersonation],
]

const ownersThings = async () => ({
  orders: await owner.orders(),
  subscriptions: await owner.subscriptions(),
  items: (await owner.cart()).items,
})

/** No stranger's request of the whole matrix may change it. */
const untouched = await ownersThings()

/** The random id of a request, which may contain the digits of a postal code by chance. */
const requestId = /"requestId":"[\da-f-]{36}"/g

const leaksIn = (body: string): string[] => {
  const text = body.replaceAll(requestId, '').toLowerCase()
  return secrets.filter((secret) => text.includes(secret.toLowerCase()))
}

const matrix = api.endpoints.filter((call) => call.access !== 'machine' && !openToAll.includes(call.name))

test('the test matrix has at least eight ids of the owner and five endpoints that take an id', () => {
  expect(ownersIds.length).toBeGreaterThanOrEqual(8)
  expect(matrix.filter((call) => idNames(call).length > 0).length).toBeGreaterThanOrEqual(5)
})

const isElsewhere = ({ access }: Endpoint): boolean => access === 'staff' || access === 'partner'

describe.each(matrix)('$name', (call) => {
  const names = idNames(call)
  const requestsWith = (ids: readonly string[], firstSeed = 0) =>
    ids.flatMap((id, at) =>
      fc.sample(requestsTo(call, document, honest(id, names), 'honest'), {
        numRuns: ids.length > 1 ? 1 : 3,
        seed: firstSeed + at,
      }),
    )
  // The same for each of the strangers.
  const requests = requestsWith(names.length === 0 ? ['nothing'] : ownersIds)
  // A request that names nobody is the same for everybody.
  const requestsForNobody = names.length === 0 ? [] : requestsWith(garbage, ownersIds.length)

  test.each(strangers)("as %s nothing of the owner's is read", async (who, cookie) => {
    // What is tried here uses up budgets, and a budget must not stand in for the check of the owner.
    await api.forgetCounts()
    await stranger.signIn()
    const cookies = await cookie()
    const all = who === 'another member' ? [...requests, ...requestsForNobody] : requests
    for (const { request } of all) {
      const answer = await api.inject({ ...request, headers: { ...request.headers, cookie: cookies } })
      expect(
        { url: request.url, wrong: wrongIn(call, answer), leaks: leaksIn(answer.body) },
        answer.body,
      ).toEqual({
        url: request.url,
        wrong: null,
        leaks: [],
      })
    }
  })

  if (!isElsewhere(call))
    test("nothing of the owner's was changed by any of these requests", async () => {
      expect(await ownersThings()).toEqual(untouched)
    })
})

test("nothing of the owner's was changed by all requests together", async () => {
  expect(await ownersThings()).toEqual(untouched)
})

describe.each(matrix.filter((call) => call.access === 'member'))('$name', (call) => {
  const sample = fc.sample(requestsTo(call, document, honest(order?.id ?? '', idNames(call)), 'honest'), {
    numRuns: 3,
    seed: 7,
  })

  test('answers 401 to a visitor before reading anything', async () => {
    const before = await fingerprint(db)
    for (const { request } of sample) {
      const answer = await api.inject(request)
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHENTICATED'])
    }
    expect(await fingerprint(db)).toEqual(before)
  })
})

test('the owner’s own replies contain the data, so the matrix can detect leaks', async () => {
  const cookie = cookieHeader(owner.client.jar)
  const read = async (url: string) => (await api.inject({ method: 'GET', url, headers: { cookie } })).body
  const texts = await Promise.all([
    read(`/ecommerce/invoice/${order?.number ?? ''}/`),
    read(`/ecommerce/subscription/${subscription?.id ?? ''}`),
    read('/api/user'),
    read(`/api/purchase/${bought.checkout_id}`),
  ])
  const found = new Set(texts.flatMap(leaksIn))
  expect(secrets.filter((secret) => !found.has(secret))).toEqual([])
})
