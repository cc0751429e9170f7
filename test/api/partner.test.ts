import { afterAll, describe, expect, test } from 'vitest'
import { partnerScopes } from '#shared/partner-scope.ts'
import { joinDesk } from './desk-person.ts'
import { joinPartner } from './partner-keys.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const partner = await joinPartner(api)

const buy = async (code = 'syn-rf') => {
  const visitor = shop.visitor()
  await visitor.add(code)
  const { order } = await visitor.checkout()
  return { visitor, number: order?.number ?? '' }
}

const orders = '/api/partner/v1/orders/'

describe('orders', () => {
  test('are listed page by page, each order once', async () => {
    const bought = [await buy(), await buy(), await buy()].map(({ number }) => number)
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const answer = await partner.get(`${orders}?limit=2${after === '' ? '' : `&after=${after}`}`)
      expect(answer.statusCode).toBe(200)
      const page: { orders: { number: string }[]; next: string | null } = answer.json()
      seen.push(...page.orders.map(({ number }) => number))
      after = page.next
    }
    expect(seen.slice(0, 3)).toEqual(bought.toReversed())
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('contain what to ship and nothing about the buyer', async () => {
    const { visitor, number } = await buy()
    const answer = await partner.get(`${orders}${number}/`)
    expect(answer.json()).toMatchObject({
      number,
      state: 'placed',
      currency: 'USD',
      total: '49.99',
      country: 'US',
      lines: [{ position: 0, plan_code: 'syn-rf', quantity: 1 }],
      shipments: [{ state: 'pending', lines: [{ position: 0, quantity: 1 }] }],
    })
    const { email, ship_to: address } = await shop.app.database.kysely
      .selectFrom('order')
      .select(['email', 'ship_to'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    expect(email).toBe(visitor.email)
    const { lastName, address: street } = Object(address)
    for (const secret of [email, lastName, street]) expect(answer.body).not.toContain(secret)
    const addresses = (await partner.get(`${orders}${number}/addresses/`)).json()
    expect(addresses.shipments).toMatchObject([{ address: { lastName, address: street } }])
  })

  test('a shipment is recorded once, and afterwards the order’s address is hidden', async () => {
    const { visitor, number } = await buy()
    const body = { carrier: 'ups', tracking: '1Z999' }
    const shipped = await partner.post(`${orders}${number}/shipments/`, body)
    expect(shipped.json()).toMatchObject({
      state: 'shipped',
      shipments: [{ state: 'shipped', carrier: 'ups', tracking: '1Z999' }],
    })
    const again = await partner.post(`${orders}${number}/shipments/`, body)
    expect(again.json()).toEqual(shipped.json())
    expect((await partner.get(`${orders}${number}/addresses/`)).json()).toEqual({ shipments: [] })
    await shop.settled()
    expect((await shop.mails(visitor.email)).filter(({ text }) => text.includes('1Z999'))).toHaveLength(1)
    const owner = await joinDesk(api, 'owner', 'olive')
    const log = (await owner.get(`/api/desk/team/log/?subject=order:${number}`)).json().entries
    expect(log.map(({ action, actor }: Record<string, string>) => [action, actor])).toEqual([
      ['order.shipped', 'API key Northbox'],
    ])
  })

  test('a shipment that is not allowed is refused with the desk’s sentence', async () => {
    const { number } = await buy()
    const sam = await joinDesk(api, 'support', 'sam')
    await sam.post(`/api/desk/orders/${number}/hold/`, { reason: 'The address is asked for.' })
    const answer = await partner.post(`${orders}${number}/shipments/`, { carrier: 'ups', tracking: '1Z1' })
    expect([answer.statusCode, answer.json().code, answer.json().detail]).toEqual([
      409,
      'ACTION_NOT_ALLOWED',
      expect.stringContaining(`Order ${number} is on hold`),
    ])
  })
})

test('subscriptions and products are also listed by pages', async () => {
  const member = await shop.member({ plan: 'monthly refill' })
  const [mine] = await member.subscriptions()
  const { subscriptions } = (await partner.get('/api/partner/v1/subscriptions/?limit=1')).json()
  expect(subscriptions).toMatchObject([
    { id: mine?.id, state: 'active', plan_code: 'syn-rf', unit_price: '49.99' },
  ])
  const one = await partner.get(`/api/partner/v1/subscriptions/${mine?.id ?? ''}/`)
  expect(one.json()).toEqual(subscriptions[0])
  expect(one.body).not.toContain(member.email)
  const first = (await partner.get('/api/partner/v1/products/?limit=3')).json()
  const second = (await partner.get(`/api/partner/v1/products/?limit=200&after=${first.next}`)).json()
  const codes = [...first.products, ...second.products].map(({ plan_code: code }) => code)
  expect(codes).toContain('syn-rf')
  expect(new Set(codes).size).toBe(codes.length)
  expect(second.next).toBeNull()
})

test.each(['orders', 'subscriptions', 'products'])('an invented cursor in %s is refused', async (list) => {
  for (const after of ['x', Buffer.from("' or true --").toString('base64url')]) {
    const answer = await partner.get(`/api/partner/v1/${list}/?after=${after}`)
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['after']])
  }
})

describe('the matrix of routes and keys', () => {
  const routes = api.endpoints.filter(({ access }) => access === 'partner')
  const urlOf = (path: string): string =>
    path.replace('{number}', 'L000000000').replace('{id}', '0199f3a1-0000-7000-8000-000000000000')
  const ask = (path: string, method: string, authorization: string, cookie = '') =>
    api.inject({
      method,
      url: urlOf(path),
      headers: { authorization, cookie, 'content-type': 'application/json', 'idempotency-key': 'matrix' },
      ...(method === 'GET' ? {} : { body: '{"carrier":"ups","tracking":"1Z1"}' }),
    })

  test('the partner API has routes of every scope', () => {
    expect(new Set(routes.map(({ scope }) => scope))).toEqual(new Set(partnerScopes))
  })

  describe.each(routes)('$name', ({ path, method, scope }) => {
    test.each(partnerScopes)(
      'a key with only the scope %s opens exactly the routes of that scope',
      async (own) => {
        const { key } = await joinPartner(api, [own])
        const { statusCode } = await ask(path, method, `Bearer ${key}`)
        expect(statusCode === 403).toBe(own !== scope)
        expect(statusCode).not.toBe(401)
      },
    )

    test('no route opens without a live key, whatever cookies are sent', async () => {
      const member = await shop.member({ plan: 'monthly refill' })
      const owner = await joinDesk(api, 'owner', 'vera')
      const ended = await joinPartner(api)
      await shop.app.database.kysely
        .updateTable('partner_key')
        .set({ revoked_at: api.opened.deps.clock.now().toString() })
        .where('id', '=', ended.id)
        .execute()
      const late = await joinPartner(api)
      await shop.app.database.kysely
        .updateTable('partner_key')
        .set({ expires_at: api.opened.deps.clock.now().toString() })
        .where('id', '=', late.id)
        .execute()
      const tries = [
        ['', ''],
        ['', cookieHeader(member.client.jar)],
        ['', owner.cookie],
        [`Bearer ${ended.key}`, ''],
        [`Bearer ${late.key}`, ''],
        [`Bearer loam_live_${'A'.repeat(43)}`, ''],
        [`Bearer loam_token_${'A'.repeat(43)}`, ''],
        [`Basic ${partner.key}`, ''],
      ] as const
      for (const [authorization, cookie] of tries) {
        const answer = await ask(path, method, authorization, cookie)
        expect([authorization, answer.statusCode, answer.headers['www-authenticate']]).toEqual([
          authorization,
          401,
          `Bearer realm="partner"${authorization.startsWith('Bearer') ? ', error="invalid_token"' : ''}`,
        ])
      }
    })
  })

  const others = api.endpoints.filter(({ access }) => ['member', 'staff', 'agent'].includes(access))
  test.each(others)('a partner key does not open $name', async ({ path, method }) => {
    const url = path.replaceAll(/\{\w+\}/g, '0199f3a1-0000-7000-8000-000000000000')
    const answer = await api.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${partner.key}`,
        ...(method === 'DELETE' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
    })
    expect(answer.statusCode).toBe(401)
  })
})

test('each answer states the remaining rate limit, and an exhausted limit answers when to retry', async () => {
  await api.forgetCounts()
  const busy = await joinPartner(api)
  const first = await busy.get('/api/partner/v1/products/?limit=1')
  expect(first.headers).toMatchObject({ 'ratelimit-limit': '600', 'ratelimit-remaining': '599' })
  expect(Number(first.headers['ratelimit-reset'])).toBeGreaterThan(0)
  expect(first.headers['x-request-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  let last = first
  for (let sent = 1; sent <= 640 && last.statusCode === 200; sent += 1)
    last = await busy.get('/api/partner/v1/products/?limit=1')
  expect([last.statusCode, last.headers['ratelimit-remaining']]).toEqual([429, '0'])
  expect(last.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
})

test('the last use of a key is recorded, and not with each request', async () => {
  const one = await joinPartner(api)
  const used = async () =>
    (
      await shop.app.database.kysely
        .selectFrom('partner_key')
        .select(['last_used_at', 'hash'])
        .where('id', '=', one.id)
        .executeTakeFirstOrThrow()
    ).last_used_at
  expect(await used()).toBeNull()
  await one.get('/api/partner/v1/products/')
  const first = await used()
  expect(first).not.toBeNull()
  await one.get('/api/partner/v1/products/')
  expect(await used()).toBe(first)
})

test('the plain text of a key is in no database row', async () => {
  const { rows } = await shop.app.database.pool.query('select partner_key::text as text from partner_key')
  const token = partner.key.slice(-43)
  for (const { text } of rows) expect(text).not.toContain(token.slice(6))
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
})
