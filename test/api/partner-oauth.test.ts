import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { endOldSecret, removeApp, rotateAppSecret } from '#partner/app/server/apps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { oauthPaths } from '#shared/partner-address.ts'
import { stepUpActs } from '#staff/rules/step-up-acts.ts'
import { joinDesk } from './desk-person.ts'
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
const by = { actor: 'operator', requestId: 'oauth' } as const
const grant = { grant_type: 'client_credentials' }
const inBody = ({ id, secret }: AppCredentials) => ({ client_id: id, client_secret: secret })

beforeEach(() => api.forgetCounts())

describe('a token', () => {
  test('is given by header and by body, is not stored by caches, and opens its scopes', async () => {
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

  test('of fewer scopes opens fewer, and the refusal names the scope', async () => {
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

  test('of a foreign scope is not given', async () => {
    const small = await oauth.app(['orders:read'])
    for (const scope of ['orders:ship', 'orders:read orders:ship', 'admin', '*', 'orders:read,orders:ship']) {
      const answer = await oauth.token(small, { scope })
      expect([scope, answer.statusCode, answer.json().error]).toEqual([scope, 400, 'invalid_scope'])
    }
  })

  test('counts for an hour', async () => {
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

  test('is in no row of the database, nor is the secret', async () => {
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

  test('opens nothing but the partner API', async () => {
    const authorization = `Bearer ${await oauth.accessToken(app)}`
    for (const url of ['/api/user', '/api/desk/person/', '/api/desk/developers/apps/']) {
      const answer = await api.inject({ method: 'GET', url, headers: { authorization } })
      expect([url, answer.statusCode]).toEqual([url, 401])
    }
  })
})

describe('refused', () => {
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

  test('what stands in the address, and another method', async () => {
    const answer = await oauth.send(`${oauthPaths.token}?grant_type=client_credentials`, inBody(app))
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request'])
    expect((await api.inject({ method: 'GET', url: oauthPaths.token })).statusCode).toBe(404)
  })

  test('too many requests from one network, also with a right secret', async () => {
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

describe('a secret', () => {
  const rotate = ({ id }: AppCredentials) => inTransaction(deps, (tx) => rotateAppSecret(tx, by, id))
  const statusOf = async (credentials: AppCredentials) => (await oauth.token(credentials)).statusCode

  test('that was replaced counts for a week, and its tokens no longer than it', async () => {
    const first = await oauth.app()
    const second = await rotate(first)
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    await shop.advanceSeconds(7 * 86_400 - 1800)
    const old = await oauth.accessToken(first)
    const fresh = await oauth.accessToken(second)
    await shop.advanceSeconds(1800)
    expect([await oauth.read(old), await oauth.read(fresh)]).toEqual([401, 200])
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  })

  test('two rotations before is gone, with its tokens', async () => {
    const first = await oauth.app()
    const text = await oauth.accessToken(first)
    const second = await rotate(first)
    expect(await oauth.read(text)).toBe(200)
    const third = await rotate(first)
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200])
    expect(await oauth.read(text)).toBe(401)
  })

  test('that leaked is ended at once, with its tokens', async () => {
    const first = await oauth.app()
    const second = await rotate(first)
    const text = await oauth.accessToken(first)
    const kept = await oauth.accessToken(second)
    await inTransaction(deps, (tx) => endOldSecret(tx, by, first.id))
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
    expect([await oauth.read(text), await oauth.read(kept)]).toEqual([401, 200])
  })
})

test('a removed app gets no tokens, and its tokens open nothing', async () => {
  const ended = await oauth.app()
  const text = await oauth.accessToken(ended)
  await inTransaction(deps, (tx) => removeApp(tx, by, ended.id))
  expect(await oauth.read(text)).toBe(401)
  expect((await oauth.token(ended)).json().error).toBe('invalid_client')
})

describe('revocation', () => {
  test('ends a token of the app that asks, and says nothing of what is none', async () => {
    const text = await oauth.accessToken(app)
    const kept = await oauth.accessToken(app)
    const answer = await oauth.revoke(app, text, { token_type_hint: 'refresh_token' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect([await oauth.read(text), await oauth.read(kept)]).toEqual([401, 200])
    expect((await oauth.revoke(app, text)).statusCode).toBe(200)
    expect((await oauth.revoke(app, 'nothing')).statusCode).toBe(200)
    const missing = await oauth.send(oauthPaths.revoke, {}, { authorization: basicOf(app) })
    expect([missing.statusCode, missing.json().error]).toEqual([400, 'invalid_request'])
  })

  test('is not for the token of another app, nor for nobody', async () => {
    const text = await oauth.accessToken(app)
    const stranger = await oauth.app()
    expect((await oauth.revoke(stranger, text)).json().error).toBe('invalid_grant')
    expect((await oauth.send(oauthPaths.revoke, { token: text })).json().error).toBe('invalid_client')
    expect(await oauth.read(text)).toBe(200)
  })
})

test('writes of an app are done once for their key, also with another token', async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const ship = async () => {
    const headers = {
      authorization: `Bearer ${await oauth.accessToken(app)}`,
      'content-type': 'application/json',
      'idempotency-key': 'shipped-by-app',
    }
    const url = `/api/partner/v1/orders/${order?.number ?? ''}/shipments/`
    return api.inject({ method: 'POST', url, headers, body: '{"carrier":"ups","tracking":"1ZAPP"}' })
  }
  const first = await ship()
  const again = await ship()
  expect([first.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(again.json()).toEqual(first.json())
  const owner = await joinDesk(api, 'owner', 'olive')
  const log = (await owner.get(`/api/desk/team/log/?subject=order:${order?.number ?? ''}`)).json().entries
  expect(log.map(({ actor }: Record<string, string>) => actor)).toEqual(['App Northbox'])
})

test('programs find the endpoints by their metadata, and in the OpenAPI document', async () => {
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

describe('at the desk', () => {
  const url = '/api/desk/developers/apps/'
  const wanted = { name: 'Ledgerly', scopes: ['orders:read'] } as const

  test('apps are made and ended with the passkey for exactly that, by owners; the log has each act', async () => {
    const owner = await joinDesk(api, 'owner', 'vera')
    expect((await owner.post(url, wanted)).json().code).toBe('PROOF_REQUIRED')
    await owner.confirm(stepUpActs.createApp(wanted.name, ['orders:read', 'orders:ship']))
    expect((await owner.post(url, wanted)).json().code).toBe('PROOF_REQUIRED')
    await owner.confirm(stepUpActs.createApp(wanted.name, wanted.scopes))
    const first: AppCredentials = (await owner.post(url, wanted)).json()
    expect(await oauth.read(await oauth.accessToken(first))).toBe(200)
    await owner.confirm(stepUpActs.rotateAppSecret(first.id))
    const second: AppCredentials = (await owner.post(`${url}${first.id}/secret/`, {})).json()
    await owner.confirm(stepUpActs.endAppSecret(first.id))
    expect((await owner.post(`${url}${first.id}/end-old-secret/`, {})).statusCode).toBe(200)
    expect([(await oauth.token(first)).statusCode, (await oauth.token(second)).statusCode]).toEqual([
      401, 200,
    ])
    const listed = (await owner.get(url)).json().apps.find(({ id }: AppCredentials) => id === first.id)
    expect(listed).toMatchObject({ ...wanted, removed_at: null, old_secret_until: null })
    expect(listed.last_used_at).not.toBeNull()
    await owner.confirm(stepUpActs.removeApp(first.id))
    expect((await owner.post(`${url}${first.id}/remove/`, {})).statusCode).toBe(200)
    const log = await owner.get(`/api/desk/team/log/?subject=app:${first.id}`)
    expect(log.json().entries.map(({ act }: Record<string, string>) => act)).toEqual([
      'app.removed',
      'app.secret-ended',
      'app.secret-rotated',
      'app.created',
    ])
    for (const secret of [first.secret, second.secret]) expect(log.body).not.toContain(secret)
  })

  test('operations see apps and make none; support sees none', async () => {
    const oscar = await joinDesk(api, 'operations', 'oscar')
    expect((await oscar.get(url)).statusCode).toBe(200)
    expect((await oscar.post(url, wanted)).statusCode).toBe(404)
    const sam = await joinDesk(api, 'support', 'sam')
    expect((await sam.get(url)).statusCode).toBe(404)
  })
})
