import { afterAll, expect, test } from 'vitest'
import { openTestApi } from './test-api.ts'
import type { Request } from './test-api.ts'

const api = await openTestApi(undefined, undefined, {
  METRICS_TOKEN: 'a token for figures, long enough',
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 'a secret of the google client',
})
const { shop } = api
afterAll(() => api.close())

const member = await shop.member({ plan: 'monthly refill' })
const session = member.client.jar.get('loam_session') ?? ''
const identity = member.client.jar.get('loam_jwt') ?? ''
const cookie = [...member.client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
const cartCookie = await (async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  return [...visitor.client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
})()

const json = { 'content-type': 'application/json' }
const post = (url: string, body: object, headers: Readonly<Record<string, string>> = {}): Request => ({
  method: 'POST',
  url,
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
})

const secret = 'tulip-of-nobody'

/** An assertion in shape alone. */
const credential = {
  id: secret,
  rawId: secret,
  type: 'public-key',
  response: { clientDataJSON: secret, authenticatorData: secret, signature: secret },
}

/** The token of the latest link to a page in what was mailed to somebody. */
const linkTo = async (page: string, email: string): Promise<string> => {
  const text = (await shop.mails(email)).map((mail) => mail.text).join('\n')
  return (
    text
      .split(`/${page}/`)
      .at(-1)
      ?.split(/[\s)>]/)[0] ?? ''
  )
}

await api.inject(
  post('/api/auth/register', {
    email: 'newcomer@example.com',
    password: 'a password of a newcomer',
    firstName: 'New',
    lastName: 'Comer',
  }),
)
const registrationLink = await linkTo('verify-account', 'newcomer@example.com')

const returnPage = `${shop.url}/sign-on/google`

const get = (url: string, headers: Readonly<Record<string, string>> = {}): Request => ({
  method: 'GET',
  url,
  headers,
})

const bearer = (text: string) => ({ authorization: `Bearer ${text}` })

const strangersOrder = { number: 'L00000000A', email: member.email }

/** What an attacker sends, and the kind that its one line names. */
const attacks: Readonly<Record<string, readonly [string, Request]>> = {
  'a webhook with a wrong signature': ['webhook', post('/api/payment/webhook/sandbox', { secret })],
  'a webhook of a processor that is none': ['webhook', post('/api/payment/webhook/nobody', { secret })],
  'a write of another site': [
    'cross-site write',
    post('/api/cart/items', { code: 'syn-rf' }, { 'sec-fetch-site': 'cross-site' }),
  ],
  'a sign-out of another site': [
    'cross-site sign-out',
    {
      method: 'GET',
      url: '/api/auth/logout',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
    },
  ],
  'a made-up session': [
    'forged session',
    { method: 'GET', url: '/api/user', headers: { cookie: `loam_session=${session.slice(0, -2)}zz` } },
  ],
  'a made-up session on a page': [
    'forged session',
    { method: 'GET', url: '/account', headers: { cookie: `loam_session=${secret}` } },
  ],
  'a made-up visit of an agent': [
    'forged session',
    { method: 'GET', url: '/api/user', headers: { cookie: `loam_agent=${session.slice(0, -2)}zz` } },
  ],
  'a changed identity token': [
    'forged token',
    { method: 'GET', url: '/api/auth/check-authentication', headers: { cookie: `loam_jwt=${identity}x` } },
  ],
  'a made-up link': [
    'refused link',
    post('/account/reset-password/', { token: secret, password: 'tulips in loam' }),
  ],
  'a wrong token for figures': [
    'forged token',
    { method: 'GET', url: '/metrics', headers: { authorization: `Bearer ${secret}` } },
  ],
  'a wrong password': [
    'wrong password or email',
    post('/account/login', { email: member.email, password: secret }),
  ],
  'a wrong password of a member': [
    'wrong password',
    post('/account/proof/password/', { proof_password: secret }, { cookie }),
  ],
  'a wrong current password': [
    'wrong password',
    {
      ...post(
        '/account/password/',
        { current_password: secret, password: 'a long walk in the woods' },
        { cookie },
      ),
      method: 'PUT',
    },
  ],
  'a wrong code': ['wrong code', post('/account/proof/code/', { proof_code: '000000' }, { cookie })],
  'a coupon that is none': ['refused coupon', { method: 'GET', url: `/api/external/coupon/${secret}` }],
  'coupons in a preview': [
    'refused coupon',
    post('/ecommerce/purchase/preview/', { coupon_codes: [secret, 'NONE'] }, { cookie: cartCookie }),
  ],
  'a human check that was not passed': [
    'refused human check',
    post('/api/turnstile/verify', { token: secret }),
  ],
  'a sign-on that this browser did not begin': [
    'forged sign-on',
    post('/account/google-signon/', { code: secret, redirect_url: returnPage, state: secret }),
  ],
  'a sign-on with a made-up attempt': [
    'forged sign-on',
    post(
      '/account/google-signon/',
      { code: secret, redirect_url: returnPage, state: secret },
      { cookie: `loam_sign_on=${secret}` },
    ),
  ],
  'a made-up passkey': ['passkey', post('/account/passkey-sign-in/', { credential })],
  'a made-up link for another e-mail': [
    'refused link',
    post(`/account/email/${secret}`, { password: secret }),
  ],
  'a made-up link that stops another e-mail': ['refused link', post(`/account/stop-email/${secret}`, {})],
  'a made-up link of a registration': [
    'refused link',
    post(`/account/verify-account/${secret}`, { password: secret }),
  ],
  'a wrong password at the link of a registration': [
    'wrong password',
    post(`/account/verify-account/${registrationLink}`, { password: secret }),
  ],
  'a look-up of an order': [
    'refused look-up',
    post('/api/order/find', { number: 'L00000000A', email: member.email }),
  ],
  'a made-up key of a partner': [
    'forged token',
    get('/api/partner/v1/orders/', bearer(`loam_live_${secret}`)),
  ],
  'a made-up token of an app': [
    'forged token',
    get('/api/partner/v1/orders/', bearer(`loam_token_${secret}`)),
  ],
  'a secret of no app': [
    'oauth client',
    {
      method: 'POST',
      url: '/api/partner/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=northbox&client_secret=${secret}`,
    },
  ],
  'a made-up session of the desk': [
    'forged session',
    get('/api/desk/person/', { cookie: `${api.opened.deskCookie}=${session.slice(0, -2)}zz` }),
  ],
  'a made-up invitation to the desk': ['refused link', get(`/api/desk/join/${secret}/`)],
  'a made-up passkey at the desk': ['passkey', post('/api/desk/sign-in/', { credential })],
  'a webhook of a carrier with a wrong signature': [
    'webhook',
    post('/api/shipment/webhook/sandbox', { secret }),
  ],
  'a made-up link to claim a gift': ['refused link', get(`/api/gift/claim/${secret}`)],
  'a made-up link to pay an order': ['refused link', get(`/api/subscription/owed/${secret}`)],
  'a made-up link to a report': ['refused link', get(`/api/report?token=${secret}`)],
  'a made-up link to an invoice': ['refused link', get(`/api/invoice/${secret}`)],
  'a made-up link to a label': ['refused link', get(`/api/return/label/${secret}`)],
  'a made-up link to a photo': ['refused link', get(`/api/problem/photo/${secret}`)],
  'a look-up of returns': ['refused look-up', post('/api/return/preview', strangersOrder)],
  'a look-up of a problem': ['refused look-up', post('/api/problem/preview', strangersOrder)],
  'a look-up for a withdrawal': ['refused look-up', post('/api/withdrawal/preview', strangersOrder)],
  'a look-up of an invoice': ['refused look-up', post('/api/invoice/find', strangersOrder)],
}

test.each(Object.entries(attacks))(
  '%s writes one log line without a person or a secret',
  async (_what, [kind, request]) => {
    api.logged.length = 0
    await api.inject({ ...request, from: '198.51.100.77' })
    const lines = api.logged.filter((line) => line.includes('"security":'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`"security":"${kind}"`)
    expect(lines[0]).toMatch(/"requestId":"[0-9a-f-]{36}"/)
    for (const expectedText of [
      member.email,
      secret,
      session.slice(0, 20),
      identity.slice(-20),
      '198.51.100',
      '000000',
    ])
      expect(api.logged.join('\n')).not.toContain(expectedText)
  },
)

test('the cookie of an unknown session is cleared, so that its browser logs no second line', async () => {
  const sent = { method: 'GET', url: '/api/user', headers: { cookie: `loam_session=${secret}` } }
  expect((await api.inject(sent)).cookies).toContainEqual(
    expect.objectContaining({ name: 'loam_session', value: '' }),
  )
  // One that ended is known: nothing is written of it.
  const gone = await shop.member({ plan: 'vaginal refill' })
  const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
  const ended = { cookie: `loam_session=${gone.client.jar.get('loam_session')}` }
  await api.inject({ method: 'GET', url: '/api/auth/logout', headers: { ...ended, ...own } })
  api.logged.length = 0
  await api.inject({ method: 'GET', url: '/api/user', headers: ended })
  expect(api.logged).toEqual([])
})

test('a password guess during an account’s back-off has its own kind of log line', async () => {
  const guess = post('/account/login', { email: 'back-off@example.com', password: secret })
  // Five guesses are free.
  for (let n = 0; n < 6; n += 1) await api.inject(guess)
  api.logged.length = 0
  expect((await api.inject(guess)).statusCode).toBe(429)
  expect(api.logged).toHaveLength(1)
  expect(api.logged[0]).toContain('"security":"guesses slowed down"')
  expect(api.logged[0]).not.toContain('back-off@example.com')
})

test('a flood of guesses logs one line for each guess and one for the limit, not one for each request', async () => {
  api.logged.length = 0
  const guess = post('/api/order/find', { number: 'L00000000A', email: 'nobody@example.com' })
  for (let n = 0; n < 30; n += 1) await api.inject({ ...guess, from: '198.51.100.78' })
  const kinds = api.logged.map((line) => /"security":"([^"]+)"/.exec(line)?.[1])
  expect(kinds.filter((kind) => kind === 'refused look-up')).toHaveLength(10)
  expect(kinds.slice(10)).toEqual(['used-up budget by network'])
})

test('normal use writes none of these log lines', async () => {
  api.logged.length = 0
  await api.inject(post('/account/login', { email: member.email, password: 'none' }, { cookie }))
  await api.inject({ method: 'GET', url: '/account/orders', headers: { cookie } })
  await api.inject({ method: 'GET', url: '/api/auth/check-authentication', headers: { cookie } })
  // A code that the cart stored and that no longer exists is refused, and nobody guessed it.
  await shop.app.database.pool.query(
    `update cart set promo_code = 'NO-LONGER' where account_id is null and ordered_at is null`,
  )
  const preview = await api.inject(post('/ecommerce/purchase/preview/', {}, { cookie: cartCookie }))
  expect(preview.json()).toMatchObject({ refusals: [{ code: 'NO-LONGER' }] })
  expect(api.logged.filter((line) => line.includes('forged') || line.includes('coupon'))).toEqual([])
})
