import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { allows, seesNames, staffRoles } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import { verifyAudit } from '#staff/server/audits.ts'
import { othersThings, takesId, withUnknownIds } from './desk-ids.ts'
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

test('every desk endpoint names a permission, and there are at least 20', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(20)
  for (const { permission } of endpoints) expect(permission).toBeDefined()
})

const other = await buy()
const { account_id: otherAccount } = await db
  .selectFrom('order')
  .select('account_id')
  .where('number', '=', other.number)
  .executeTakeFirstOrThrow()
const others = await othersThings(api, { number: other.number, accountId: otherAccount })

/** As many requests as without ids: one with what is somebody else's where there is something, one with an id of nobody. */
const requestsOf = (endpoint: Endpoint) => {
  const [first, second, third] = fc.sample(requestsTo(endpoint, document, pools, 'honest'), {
    numRuns: 3,
    seed: 5,
  })
  if (!first || !second || !third) throw new Error('nothing to send')
  if (!takesId(endpoint)) return [first, second, third]
  const theirs = others.withOthersIds(endpoint, second.request) ?? second.request
  return [first, { request: theirs }, { request: withUnknownIds(endpoint, third.request) }]
}

/** Says of any code why a cart takes it or not, also that there is none. */
const answersUnknown = ['tryDeskCoupon']

test('more than 50 desk endpoints are tried with an id of another person', () => {
  const taking = endpoints.filter(takesId)
  const tried = taking.filter(
    (endpoint) => others.withOthersIds(endpoint, { method: 'GET', url: '' }) !== null,
  )
  expect(taking.length).toBeGreaterThan(80)
  expect(tried.length).toBeGreaterThan(50)
})

describe.each(endpoints)('$name', (endpoint) => {
  const sent = requestsOf(endpoint)

  test.each(staffRoles)('%s: answers if the role allows, and 404 otherwise', async (role) => {
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
      // The last one names nobody's.
      if (takesId(endpoint) && !answersUnknown.includes(endpoint.name) && request === sent.at(-1)?.request) {
        expect([request.url, answer.statusCode]).toEqual([
          request.url,
          expect.toSatisfy((code) => code >= 400 && code < 500),
        ])
      }
    }
  })

  test.each([
    ['a member', stranger],
    ['a visitor', ''],
    ['a forged session', `${api.opened.deskCookie}=${'A'.repeat(43)}`],
    ['the shop session as a desk cookie', stranger.replace('loam_session', api.opened.deskCookie)],
  ])('the endpoint refuses %s as not signed in', async (_who, cookie) => {
    for (const { request } of sent) {
      const answer = await api.inject({ ...request, headers: { ...request.headers, cookie } })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHENTICATED'])
    }
  })
})

test('views and passkeys of another staff member still exist after all requests', async () => {
  expect(await others.kept()).toEqual({ views: true, passkeys: true })
})

test('a role with names gets names in replies, pages and files, so the matrix can detect them', async () => {
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

test('a desk session is not signed in at the shop, and a shop session does not open the desk', async () => {
  const { cookie } = person('owner')
  const user = await api.inject({ method: 'GET', url: '/account/home', headers: { cookie } })
  expect(user.headers.location).toContain('/login')
  const desk = await api.inject({ method: 'GET', url: '/desk/orders', headers: { cookie: stranger } })
  expect([desk.statusCode, desk.headers.location]).toEqual([303, '/desk/sign-in?return_to=%2Fdesk%2Forders'])
})

test('the cookie is strict, host-only and HttpOnly, and a used link does not sign in again', async () => {
  const { session, token } = await joinDesk(api, 'support')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 43_200 })
  const again = await api.inject({ method: 'GET', url: `/api/desk/join/${token}/` })
  expect([again.statusCode, again.json().code]).toEqual([410, 'LINK_EXPIRED'])
})

test('a removed person is signed out at once', async () => {
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

test('of shipping and canceling an order at once, exactly one succeeds', async () => {
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

test('an address correction that changes the sales tax is refused, and an accepted one is where the order ships', async () => {
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

test('viewing an order is logged once for each person and hour', async () => {
  const { number } = await buy()
  for (let count = 0; count < 3; count += 1) await person('finance').get(`/api/desk/orders/${number}/`)
  const log = (await person('owner').get(`/api/desk/team/log/?subject=order:${number}`)).json()
  expect(log.entries.map(({ action, actor }: { action: string; actor: string }) => [action, actor])).toEqual([
    ['order.viewed', 'finance (finance)'],
  ])
})

test('a list can be paged to its end and back, without missing or repeated orders', async () => {
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

test('the audit log is intact at the end', async () => {
  const { problems, entries } = await verifyAudit(api.opened.deps.database)
  expect(problems).toEqual([])
  expect(entries).toBeGreaterThan(20)
})
