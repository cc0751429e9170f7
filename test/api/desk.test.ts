import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { allows, seesNames, staffRoles } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import { verifyAudit } from '#staff/server/audits.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { responseChecker } from './documented-answers.ts'
import type { PublishedDocument } from './documented-answers.ts'
import { requestsTo } from './fuzz-requests.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

/** Values that occur nowhere else, to be looked for in every answer. */
const address = {
  firstName: 'Ottoline',
  lastName: 'Quillfeather',
  address: '77 Hidden Heron Lane',
  unit: 'Loft 9',
  city: 'Heronsgate',
  region: 'OR',
  zip: '97229',
  country: 'US',
  phone: '5035550199',
  company: 'Heron Works',
}

/** A member with a new order that nothing was packed of. */
const buy = async (code = 'syn-rf', quantity = 2) => {
  const visitor = shop.visitor()
  for (let count = 0; count < quantity; count += 1) await visitor.add(code)
  await visitor.checkout({ but: { address } })
  const member = await shop.asMember(visitor)
  const [order] = await member.orders()
  if (!order) throw new Error('nothing was bought')
  return { member, number: order.number, id: order.id, total: order.total, email: member.email }
}

const bought = await buy()
const people = new Map<StaffRole, DeskPerson>()
for (const role of staffRoles) people.set(role, await joinDesk(api, role))

const person = (role: StaffRole): DeskPerson => {
  const found = people.get(role)
  if (!found) throw new Error(`nobody is ${role}`)
  return found
}

const stranger = cookieHeader(bought.member.client.jar)
const db = shop.app.database.kysely
const { account_id: accountId } = await db
  .selectFrom('order')
  .select('account_id')
  .where('number', '=', bought.number)
  .executeTakeFirstOrThrow()

const document: PublishedDocument = (await api.inject({ method: 'GET', url: '/api/openapi.json' })).json()
const wrongIn = responseChecker(document)
const pools = { number: [bought.number], id: [accountId], q: [bought.number, bought.email, 'Quill'] }
// The session that the others need would end.
const endpoints = api.endpoints.filter(({ access, name }) => access === 'staff' && name !== 'deskSignOut')
const secrets = ['Ottoline', 'Quillfeather', 'Hidden Heron', 'Loft 9', 'Heronsgate', '5035550199', 'Heron Works', bought.email] // prettier-ignore

// The digits of a zip code also occur inside ids and times.
const zipCode = /(?<!\w)97229(?!\w)/

const leaksIn = (body: string): string[] => [
  ...secrets.filter((secret) => body.toLowerCase().includes(secret.toLowerCase())),
  ...(zipCode.exec(body) ?? []),
]

test('there are endpoints for every permission, and each names one', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(20)
  for (const { permission } of endpoints) expect(permission).toBeDefined()
})

describe.each(endpoints)('$name', (endpoint) => {
  const sent = fc.sample(requestsTo(endpoint, document, pools, 'honest'), { numRuns: 3, seed: 5 })

  test.each(staffRoles)('%s: answered if the role allows it, otherwise it does not exist', async (role) => {
    await api.forgetCounts()
    for (const { request } of sent) {
      const { cookie } = person(role)
      const answer = await api.inject({ ...request, headers: { ...request.headers, cookie } })
      expect({ url: request.url, wrong: wrongIn(endpoint, answer) }).toEqual({
        url: request.url,
        wrong: null,
      })
      const isAllowed = endpoint.permission !== undefined && allows(role, endpoint.permission)
      if (!isAllowed) expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
      else expect(answer.statusCode).not.toBe(401)
      if (!isAllowed || !seesNames(role)) expect(leaksIn(answer.body)).toEqual([])
    }
  })

  test.each([
    ['a member', stranger],
    ['a visitor', ''],
    ['a forged session', `${api.opened.deskCookie}=${'A'.repeat(43)}`],
    ['the shop session as a desk cookie', stranger.replace('loam_session', api.opened.deskCookie)],
  ])('%s is nobody here', async (_who, cookie) => {
    for (const { request } of sent) {
      const answer = await api.inject({ ...request, headers: { ...request.headers, cookie } })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHENTICATED'])
    }
  })
})

test('who may see names sees them, so the matrix looks for what is there; pages and files hide them too', async () => {
  const urls = [
    `/api/desk/orders/?q=${bought.number}`,
    `/api/desk/orders/${bought.number}/`,
    `/api/desk/members/${accountId}/`,
    '/api/desk/search/?q=Quill',
    `/desk/orders/${bought.number}`,
    '/desk/orders',
    '/desk/orders.csv',
    `/desk/members/${accountId}`,
    `/desk/find?q=${bought.number}`,
  ]
  for (const url of urls) {
    const open = await person('support').get(url)
    expect([url, open.statusCode, leaksIn(open.body).length > 0]).toEqual([url, 200, true])
    const masked = await person('read-only').get(url)
    expect([url, masked.statusCode, leaksIn(masked.body)]).toEqual([url, 200, []])
  }
})

test('a person of staff is nobody in the shop, and the shop’s session opens nothing here', async () => {
  const { cookie } = person('owner')
  const user = await api.inject({ method: 'GET', url: '/account/home', headers: { cookie } })
  expect(user.headers.location).toContain('/login')
  const desk = await api.inject({ method: 'GET', url: '/desk/orders', headers: { cookie: stranger } })
  expect([desk.statusCode, desk.headers.location]).toEqual([303, '/desk/sign-in?return_to=%2Fdesk%2Forders'])
})

test('the cookie is strict, for this site alone and no script; a used link opens nothing', async () => {
  const { session, token } = await joinDesk(api, 'support')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 43_200 })
  const again = await api.inject({ method: 'GET', url: `/api/desk/join/${token}/` })
  expect([again.statusCode, again.json().code]).toEqual([410, 'LINK_EXPIRED'])
})

test('an ended person is signed out at once', async () => {
  const owner = person('owner')
  const leaving = await joinDesk(api, 'operations')
  const { people: team } = (await owner.get('/api/desk/team/')).json()
  const { id } = team.find((one: { email: string }) => one.email === leaving.email)
  const end = () =>
    api.inject({ method: 'DELETE', url: `/api/desk/team/${id}/`, headers: { cookie: owner.cookie } })
  expect((await end()).json().code).toBe('PROOF_REQUIRED')
  // A confirmation of something else is none of this.
  await owner.confirm(`end ${accountId}`)
  expect((await end()).json().code).toBe('PROOF_REQUIRED')
  await owner.confirm(`end ${id}`)
  expect((await end()).statusCode).toBe(200)
  expect((await leaving.get('/api/desk/person/')).statusCode).toBe(401)
})

const refund = (number: string, amount: string, what: object, requestId = api.opened.deps.ids.uuid()) => ({
  url: `/api/desk/orders/${number}/refund/`,
  payload: { ...what, amount, reason: 'Arrived damaged', request_id: requestId },
})

const oneUnit = { units: [{ position: 0, quantity: 1 }] }

test('two of staff refund the last unit of a line at the same moment: one does, the other reads why', async () => {
  const { number } = await buy('syn-rf', 1)
  const [a, b] = [person('support'), person('operations')]
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

test('the same refund sent twice is one, with one entry of the log', async () => {
  const { number } = await buy()
  const { amount } = (
    await person('support').post(`/api/desk/orders/${number}/refund/preview/`, oneUnit)
  ).json()
  const { url, payload } = refund(number, amount, oneUnit)
  const answers = await Promise.all([1, 2, 3].map(() => person('support').post(url, payload)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const { refunded, timeline } = (await person('support').get(`/api/desk/orders/${number}/`)).json()
  expect(refunded).toBe(amount)
  const entries = timeline.filter(({ text }: { text: string }) => text.startsWith('Refunded by'))
  expect(entries).toHaveLength(1)
})

test('another sum than the previewed one is refused, and nothing is refunded', async () => {
  const { number } = await buy()
  const { url, payload } = refund(number, '0.01', oneUnit)
  const answer = await person('support').post(url, payload)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'TOTAL_CHANGED'])
  expect((await person('support').get(`/api/desk/orders/${number}/`)).json().refunded).toBe('0.00')
})

test('above $200 of an order: not for support, also not in parts; for others with the passkey once more', async () => {
  const { number } = await buy('syn-rf-3mo', 2)
  const sumOf = (sum: string) => refund(number, sum, { sum })
  const first = sumOf('199.00')
  expect((await person('support').post(first.url, first.payload)).statusCode).toBe(200)
  const second = sumOf('1.01')
  const refused = await person('support').post(second.url, second.payload)
  expect([refused.statusCode, refused.json().detail]).toEqual([403, expect.stringContaining('$1.00')])
  const { number: large } = await buy('syn-rf-3mo', 2)
  const big = refund(large, '220.00', { sum: '220.00' })
  const operations = person('operations')
  expect((await operations.post(big.url, big.payload)).json().code).toBe('PROOF_REQUIRED')
  await operations.confirm(`refund ${large} 22000`)
  expect((await operations.post(big.url, big.payload)).statusCode).toBe(200)
})

test('an order is shipped while its member cancels it: one of both happens', async () => {
  const { number, member } = await buy()
  const ship = person('operations').post(`/api/desk/orders/${number}/ship/`, {
    carrier: 'usps',
    tracking: '9400111899562201',
  })
  const cancel = api.inject({
    method: 'POST',
    url: '/api/withdrawal',
    headers: { 'content-type': 'application/json', cookie: cookieHeader(member.client.jar) },
    body: JSON.stringify({ number }),
  })
  const [shipped] = await Promise.all([ship, cancel])
  const { state, shipments } = (await person('operations').get(`/api/desk/orders/${number}/`)).json()
  if (shipped.statusCode === 200) expect([state, shipments[0].state]).toEqual(['shipped', 'shipped'])
  else
    expect([state, shipments[0].state, shipped.json().code]).toEqual([
      'canceled',
      'canceled',
      'ACTION_NOT_ALLOWED',
    ])
})

test('an address with another sales tax is refused; a corrected one is where the order goes', async () => {
  const { number } = await buy()
  const correct = (change: object) =>
    person('support').post(`/api/desk/orders/${number}/address/`, {
      address: { ...address, ...change },
      reason: 'The member moved',
    })
  const taxed = await correct({ region: 'CA', city: 'Los Angeles', zip: '90001' })
  expect([taxed.statusCode, taxed.json().detail]).toEqual([409, expect.stringContaining('sales tax')])
  expect((await correct({ unit: 'Loft 10' })).statusCode).toBe(200)
  const order = (await person('support').get(`/api/desk/orders/${number}/`)).json()
  expect(order.person.address.unit).toBe('Loft 10')
  // The log has which fields changed, and nothing of what is in them.
  const log = (await person('owner').get(`/api/desk/team/log/?subject=order:${number}`)).json()
  const entry = log.entries.find(({ action }: { action: string }) => action === 'order.address-corrected')
  expect(entry.after).toBe('{"changed":"unit"}')
})

test('looking at an order is one entry for a person and an hour', async () => {
  const { number } = await buy()
  for (let count = 0; count < 3; count += 1) await person('finance').get(`/api/desk/orders/${number}/`)
  const log = (await person('owner').get(`/api/desk/team/log/?subject=order:${number}`)).json()
  expect(log.entries.map(({ action, actor }: { action: string; actor: string }) => [action, actor])).toEqual([
    ['order.viewed', 'finance (finance)'],
  ])
})

test('a list is gone through to its end and back, and no order is left out or twice', async () => {
  const numbersOf = (body: { orders: { number: string }[] }) => body.orders.map(({ number }) => number)
  const all = numbersOf((await person('finance').get('/api/desk/orders/?limit=500')).json())
  const seen: string[] = []
  let page = (await person('finance').get('/api/desk/orders/?limit=2')).json()
  for (;;) {
    seen.push(...numbersOf(page))
    if (page.older === null) break
    page = (
      await person('finance').get(`/api/desk/orders/?limit=2&after=${encodeURIComponent(page.older)}`)
    ).json()
  }
  expect(seen).toEqual(all)
  const back = (
    await person('finance').get(`/api/desk/orders/?limit=2&before=${encodeURIComponent(page.newer)}`)
  ).json()
  expect(numbersOf(back)).toEqual(all.slice(-2 - numbersOf(page).length, all.length - numbersOf(page).length))
})

test('at the end the log is whole', async () => {
  const { problems, entries } = await verifyAudit(api.opened.deps.database)
  expect(problems).toEqual([])
  expect(entries).toBeGreaterThan(20)
})
