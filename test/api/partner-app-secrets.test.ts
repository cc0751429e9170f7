import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { endOldSecret, removeApp, rotateAppSecret } from '#partner/app/server/apps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { oauthPaths } from '#shared/partner-address.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
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
const by = { actor: 'operator', requestId: 'oauth' } as const

beforeEach(() => api.forgetCounts())

describe('a secret', () => {
  const rotate = ({ id }: AppCredentials) => inTransaction(deps, (tx) => rotateAppSecret(tx, by, id))
  const statusOf = async (credentials: AppCredentials) => (await oauth.token(credentials)).statusCode

  test('that was rotated works for a week, and its tokens no longer', async () => {
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

  test('from two rotations ago is invalid, with its tokens', async () => {
    const first = await oauth.app()
    const text = await oauth.accessToken(first)
    const second = await rotate(first)
    expect(await oauth.read(text)).toBe(200)
    const third = await rotate(first)
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200])
    expect(await oauth.read(text)).toBe(401)
  })

  test('that leaked is revoked at once, with its tokens', async () => {
    const first = await oauth.app()
    const second = await rotate(first)
    const text = await oauth.accessToken(first)
    const kept = await oauth.accessToken(second)
    await inTransaction(deps, (tx) => endOldSecret(tx, by, first.id))
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
    expect([await oauth.read(text), await oauth.read(kept)]).toEqual([401, 200])
  })
})

test('a removed app gets no tokens, and its tokens are invalid', async () => {
  const ended = await oauth.app()
  const text = await oauth.accessToken(ended)
  await inTransaction(deps, (tx) => removeApp(tx, by, ended.id))
  expect(await oauth.read(text)).toBe(401)
  expect((await oauth.token(ended)).json().error).toBe('invalid_client')
})

describe('revocation', () => {
  test('ends a token of the requesting app, and does not reveal whether a token is unknown', async () => {
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

  test('does not end the token of another app, and needs a client', async () => {
    const text = await oauth.accessToken(app)
    const stranger = await oauth.app()
    expect((await oauth.revoke(stranger, text)).json().error).toBe('invalid_grant')
    expect((await oauth.send(oauthPaths.revoke, { token: text })).json().error).toBe('invalid_client')
    expect(await oauth.read(text)).toBe(200)
  })
})

test('a write is applied once for its idempotency key, also with another token', async () => {
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

describe('at the desk', () => {
  const url = '/api/desk/developers/apps/'
  const wanted = { name: 'Ledgerly', scopes: ['orders:read'] } as const

  test('owners create and revoke apps with a passkey for that action, and the log has each action', async () => {
    const owner = await joinDesk(api, 'owner', 'vera')
    expect((await owner.post(url, wanted)).json().code).toBe('PROOF_REQUIRED')
    await owner.confirm(stepUpActions.createApp(wanted.name, ['orders:read', 'orders:ship']))
    expect((await owner.post(url, wanted)).json().code).toBe('PROOF_REQUIRED')
    await owner.confirm(stepUpActions.createApp(wanted.name, wanted.scopes))
    const first: AppCredentials = (await owner.post(url, wanted)).json()
    expect(await oauth.read(await oauth.accessToken(first))).toBe(200)
    await owner.confirm(stepUpActions.rotateAppSecret(first.id))
    const second: AppCredentials = (await owner.post(`${url}${first.id}/secret/`, {})).json()
    await owner.confirm(stepUpActions.endAppSecret(first.id))
    expect((await owner.post(`${url}${first.id}/end-old-secret/`, {})).statusCode).toBe(200)
    expect([(await oauth.token(first)).statusCode, (await oauth.token(second)).statusCode]).toEqual([
      401, 200,
    ])
    const listed = (await owner.get(url)).json().apps.find(({ id }: AppCredentials) => id === first.id)
    expect(listed).toMatchObject({ ...wanted, removed_at: null, old_secret_until: null })
    expect(listed.last_used_at).not.toBeNull()
    await owner.confirm(stepUpActions.removeApp(first.id))
    expect((await owner.post(`${url}${first.id}/remove/`, {})).statusCode).toBe(200)
    const log = await owner.get(`/api/desk/team/log/?subject=app:${first.id}`)
    expect(log.json().entries.map(({ action }: Record<string, string>) => action)).toEqual([
      'app.removed',
      'app.secret-ended',
      'app.secret-rotated',
      'app.created',
    ])
    for (const secret of [first.secret, second.secret]) expect(log.body).not.toContain(secret)
  })

  test('operations view apps but cannot create them, and support has no access', async () => {
    const oscar = await joinDesk(api, 'operations', 'oscar')
    expect((await oscar.get(url)).statusCode).toBe(200)
    expect((await oscar.post(url, wanted)).statusCode).toBe(404)
    const sam = await joinDesk(api, 'support', 'sam')
    expect((await sam.get(url)).statusCode).toBe(404)
  })
})
