import { afterAll, expect, test } from 'vitest'
import { AccessTokenError } from '../../clients/typescript/access-tokens.ts'
import { createPartnerClient } from '../../clients/typescript/partner-client.ts'
import { openOAuth } from './partner-apps.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const oauth = openOAuth(api)
const { id: clientId, secret: clientSecret } = await oauth.app(['products:read', 'orders:read'])
afterAll(() => api.close())

const tokens = async (): Promise<number> =>
  (await shop.app.database.pool.query('select count(*)::int as n from partner_token')).rows[0].n

test('the client reuses one token for many requests and requests a new one when it has expired', async () => {
  const before = await tokens()
  const client = createPartnerClient({ shopUrl: shop.url, app: { clientId, clientSecret } })
  const [first] = await Promise.all([
    client.read('listPartnerProducts', { limit: 1 }),
    client.read('listPartnerOrders', {}),
    client.read('listPartnerProducts', {}),
  ])
  expect(first.products).toHaveLength(1)
  expect(await tokens()).toBe(before + 1)
  await shop.app.database.pool.query('delete from partner_token')
  await client.read('listPartnerProducts', {})
  expect(await tokens()).toBe(1)
})

test('the client reports why it got no token, and can request fewer scopes', async () => {
  const wrong = createPartnerClient({ shopUrl: shop.url, app: { clientId, clientSecret: 'wrong' } })
  await expect(wrong.read('listPartnerProducts', {})).rejects.toThrow(AccessTokenError)
  await expect(wrong.read('listPartnerProducts', {})).rejects.toMatchObject({
    status: 401,
    error: 'invalid_client',
  })
  const app = { clientId, clientSecret, scope: 'orders:read' }
  const small = createPartnerClient({ shopUrl: shop.url, app })
  expect((await small.read('listPartnerOrders', {})).next).toBeNull()
  await expect(small.read('listPartnerProducts', {})).rejects.toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  })
})
