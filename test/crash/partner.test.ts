import { expect } from 'vitest'
import { createKey } from '#partner/key/server/keys.ts'
import { createWebhook } from '#partner/webhook/server/webhooks.ts'
import { partnerScopes } from '#shared/partner-scope.ts'
import { startReceiver } from '../partner/receiver.ts'
import { expectConsistent } from '../support/invariants.ts'
import { test } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'
import { armed, cut } from './armed-shop.ts'

const by = { actor: 'operator', requestId: 'crash' } as const
const secret = 'the secret of the shops under test, long enough'

const buy = async (shop: TestShop) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  return order?.number ?? ''
}

test('killed at "partner: done", a repeated request of the partner ships once', async ({ shop }) => {
  const number = await buy(shop)
  let key = ''
  await shop.app.change(async (tx) => {
    ;({ key } = await createKey(tx, by, { name: 'Northbox', scopes: partnerScopes, days: 30, isLive: false }))
  })
  const send = () =>
    fetch(`${shop.url}/api/partner/v1/orders/${number}/shipments/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': 'parcel-1',
      },
      body: JSON.stringify({ carrier: 'ups', tracking: '1Z1' }),
    })
  const { died } = await armed(shop, 'partner: done')
  expect(await send().catch(cut)).toBe('interrupted')
  await died
  await shop.app.start()
  // Nobody knows that its process has ended.
  expect((await send()).status).toBe(409)
  await shop.advanceSeconds(121)
  const again = await send()
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null])
  expect((await send()).headers.get('idempotent-replayed')).toBe('true')
  const { rows } = await shop.app.database.pool.query(`select 1 from shipment_event where kind = 'shipped'`)
  expect(rows).toHaveLength(1)
  await expectConsistent(shop)
})

test('killed at "webhook: sent", the webhook is sent again with the same id, and none is lost', async ({
  shop,
}) => {
  const receiver = await startReceiver()
  const wanted = {
    name: 'Northbox',
    url: receiver.url,
    eventTypes: ['order.created'],
    isSandbox: true,
  } as const
  await shop.app.change(async (tx) => void (await createWebhook(tx, { secret }, by, wanted)))
  const { died } = await armed(shop, 'webhook: sent')
  const number = await buy(shop).catch(cut)
  await died
  await shop.app.start()
  await shop.advanceSeconds(31)
  const later = await buy(shop)
  await receiver.until(() => receiver.received.some(({ data }) => data['number'] === later))
  await receiver.until(() => receiver.received.length >= 3)
  const ids = receiver.received.map(({ id }) => id)
  // Messages about different orders have no order among them.
  expect(ids.filter((id) => id === ids[0])).toHaveLength(2)
  expect(new Set(ids).size).toBe(2)
  if (number !== 'interrupted') expect(receiver.received[0]?.data['number']).toBe(number)
  receiver.close()
  await expectConsistent(shop)
})
