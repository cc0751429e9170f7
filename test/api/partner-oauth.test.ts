import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { oauthPaths } from '#shared/partner-address.ts'
import { basicOf, openOAuth } from './partner-apps.ts'
import type { AppCredentials } from './partner-apps.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { deps } = api.opened
afterAll(() => api.close())

const oauth = openOAuth(api)
const app = await oauth.app()
const other = await oauth.app()
const grant = { grant_type: 'client_credentials' }
const inBody = ({ id, secret }: AppCredentials) => ({ client_id: id, client_secret: secret })

beforeEach(() => api.forgetCounts())

describe('an OAuth token', () => {
  test('is issued for header and body credentials, is not cached, and opens its scopes', async () => {
    const answers = [await oauth.token(app), await oauth.send(oauthPaths.token, { ...grant, ...inBody(app) })]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
      expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
      expect(answer.json()).toEqual({
        access_token: expect.stringMatching(/^loam_token_[\w-]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'orders:read orders:ship subscriptions:read products:read',
      })
      expect(await oauth.read(answer.json().access_token)).toBe(200)
    }
  })

  test('with fewer scopes opens fewer endpoints, and the refusal names the missing scope', async () => {
    const answer = await oauth.token(app, { scope: 'products:read' })
    expect(answer.json().scope).toBe('products:read')
    const authorization = `Bearer ${answer.json().access_token}`
    expect(await oauth.read(answer.json().access_token, 'products')).toBe(200)
    const refused = await api.inject({
      method: 'GET',
      url: '/api/partner/v1/orders/',
      headers: { authorization },
    })
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
      403,
      'Bearer realm="partner", error="insufficient_scope", scope="orders:read"',
    ])
  })

  test('is not issued for a scope that the app does not have', async () => {
    const small = await oauth.app(['orders:read'])
    for (const scope of ['orders:ship', 'orders:read orders:ship', 'admin', '*', 'orders:read,orders:ship']) {
      const answer = await oauth.token(small, { scope })
      expect([scope, answer.statusCode, answer.json().error]).toEqual([scope, 400, 'invalid_scope'])
    }
  })

  test('expires after an hour', async () => {
    const text = await oauth.accessToken(app)
    await shop.advanceSeconds(59 * 60)
    expect(await oauth.read(text)).toBe(200)
    await shop.advanceSeconds(60)
    const authorization = `Bearer ${text}`
    const late = await api.inject({
      method: 'GET',
      url: '/api/partner/v1/orders/',
      headers: { authorization },
    })
    expect([late.statusCode, late.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="partner", error="invalid_token"',
    ])
  })

  test('is stored only as a hash, and so is the secret', async () => {
    const text = await oauth.accessToken(app)
    const { rows } = await shop.app.database.pool.query(
      'select t::text || a::text as text from partner_token t join partner_app a on a.id = t.app_id',
    )
    const stored = JSON.stringify(rows)
    for (const secret of [text, app.secret]) {
      expect(stored).not.toContain(secret.slice(-43))
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('opens only the partner API', async () => {
    const authorization = `Bearer ${await oauth.accessToken(app)}`
    for (const url of ['/api/user', '/api/desk/person/', '/api/desk/developers/apps/']) {
      const answer = await api.inject({ method: 'GET', url, headers: { authorization } })
      expect([url, answer.statusCode]).toEqual([url, 401])
    }
  })
})

describe('the token endpoint refuses', () => {
  const text = (parameters: object) => new URLSearchParams(Object.entries(parameters)).toString()

  test.each<readonly [string, string, Readonly<Record<string, string>>, number, string]>([
    ['no program', text(grant), {}, 401, 'invalid_client'],
    [
      'a wrong secret',
      text({ ...grant, ...inBody({ ...app, secret: other.secret }) }),
      {},
      401,
      'invalid_client',
    ],
    [
      'an unknown program',
      text({ ...grant, ...inBody({ ...app, id: deps.ids.randomUuid() }) }),
      {},
      401,
      'invalid_client',
    ],
    [
      'an id that is none',
      text({ ...grant, ...inBody({ ...app, id: "' or true --" }) }),
      {},
      401,
      'invalid_client',
    ],
    [
      'a program in both places',
      text({ ...grant, ...inBody(app) }),
      { authorization: basicOf(app) },
      400,
      'invalid_request',
    ],
    [
      'its id in both places',
      text({ ...grant, client_id: app.id }),
      { authorization: basicOf(app) },
      400,
      'invalid_request',
    ],
    [
      'another one in the header',
      text({ ...grant, ...inBody(app) }),
      { authorization: basicOf(other) },
      400,
      'invalid_request',
    ],
    [
      'a key as the header',
      text({ ...grant, ...inBody(app) }),
      { authorization: 'Bearer x' },
      400,
      'invalid_request',
    ],
    ['no grant', '', { authorization: basicOf(app) }, 400, 'invalid_request'],
    [
      'the grant twice',
      'grant_type=client_credentials&grant_type=client_credentials',
      { authorization: basicOf(app) },
      400,
      'invalid_request',
    ],
    [
      'the scope twice',
      `${text(grant)}&scope=orders:read&scope=orders:ship`,
      { authorization: basicOf(app) },
      400,
      'invalid_request',
    ],
    [
      'a password',
      text({ grant_type: 'password', username: 'a', password: 'b' }),
      { authorization: basicOf(app) },
      400,
      'unsupported_grant_type',
    ],
    [
      'a refresh token',
      text({ grant_type: 'refresh_token', refresh_token: 'a' }),
      { authorization: basicOf(app) },
      400,
      'unsupported_grant_type',
    ],
    [
      'JSON',
      JSON.stringify({ ...grant, ...inBody(app) }),
      { 'content-type': 'application/json' },
      400,
      'invalid_request',
    ],
    [
      'too long a body',
      `${text({ ...grant, ...inBody(app) })}&x=${'x'.repeat(10_000)}`,
      {},
      413,
      'invalid_request',
    ],
    [
      'another site',
      text({ ...grant, ...inBody(app) }),
      { 'sec-fetch-site': 'cross-site' },
      403,
      'invalid_request',
    ],
  ])('%s', async (_name, body, headers, status, error) => {
    // prettier-ignore
    const answer = await oauth.send(oauthPaths.token, body, headers)
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
    expect(answer.json().error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['www-authenticate']).toBe(
      status === 401 ? 'Basic realm="partner", charset="UTF-8"' : undefined,
    )
    expect(answer.body).not.toContain('access_token')
  })

  test('parameters in the address, and other methods', async () => {
    const answer = await oauth.send(`${oauthPaths.token}?grant_type=client_credentials`, inBody(app))
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request'])
    expect((await api.inject({ method: 'GET', url: oauthPaths.token })).statusCode).toBe(404)
  })

  test('too many requests from one network, even with a correct secret', async () => {
    const ask = () =>
      api.inject({
        method: 'POST',
        url: oauthPaths.token,
        from: '198.51.100.7',
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basicOf(app) },
        body: text(grant),
      })
    let last = await ask()
    let sent = 1
    for (; sent <= 70 && last.statusCode === 200; sent += 1) last = await ask()
    expect(sent).toBe(61)
    expect([last.statusCode, last.json().error]).toEqual([429, 'temporarily_unavailable'])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })
})

test('programs find the OAuth endpoints by their metadata, and in the OpenAPI document', async () => {
  const answer = await api.inject({ method: 'GET', url: '/.well-known/oauth-authorization-server' })
  const issuer = new URL(deps.publicUrl).origin
  expect(answer.json()).toMatchObject({
    issuer,
    token_endpoint: `${issuer}${oauthPaths.token}`,
    revocation_endpoint: `${issuer}${oauthPaths.revoke}`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  })
  const document = (await api.inject({ method: 'GET', url: '/api/partner/openapi.json' })).json()
  const { tokenUrl } = document.components.securitySchemes.app.flows.clientCredentials
  expect(tokenUrl).toBe(answer.json().token_endpoint)
  expect(document.paths['/api/partner/v1/products/'].get.security).toEqual([
    { key: [] },
    { app: ['products:read'] },
  ])
})
