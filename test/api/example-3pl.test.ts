import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { createWebhook } from '#partner/webhook/server/webhooks.ts'
import { inTransaction } from '#platform/transaction.ts'
import { startWarehouse } from '../../examples/3pl/warehouse.ts'
import { freePort } from '../support/children.ts'
import { joinPartner } from './partner-keys.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const buy = async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  return { visitor, number: order?.number ?? '' }
}

/** What the partner needs: a key, and a webhook to its port. */
const join3pl = async () => {
  const { key } = await joinPartner(api, ['orders:read', 'orders:ship'])
  const port = await freePort()
  const { deps } = api.opened
  const by = { actor: 'operator', requestId: deps.ids.uuid() } as const
  const url = `http://127.0.0.1:${port}/hooks`
  const wanted = { name: '3PL', url, eventTypes: ['order.created'], isSandbox: true } as const
  const { secret } = await inTransaction(deps, (tx) => createWebhook(tx, deps, by, wanted))
  return { key, port, secret }
}

const stateOf = async (number: string) =>
  (
    await shop.app.database.kysely
      .selectFrom('order')
      .select('state')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).state

test('the example program of a partner ships orders, with a mail for each buyer', async () => {
  const before = await buy()
  const { key, port, secret } = await join3pl()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../examples/3pl/main.ts')], {
    env: {
      ...process.env,
      SHOP_URL: shop.url,
      API_KEY: key,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
    },
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  await expect.poll(() => lines.some((line) => line.includes('is open'))).toBe(true)
  // Placed before it was there: found in the list.
  await expect.poll(() => stateOf(before.number)).toBe('shipped')
  const after = await buy()
  await expect.poll(() => stateOf(after.number)).toBe('shipped')
  for (const { visitor, number } of [before, after]) {
    const line = lines.find((one) => one.startsWith(`${number}: shipped`)) ?? ''
    const tracking = /1Z\w+/.exec(line)?.[0] ?? 'none'
    await shop.settled()
    expect((await shop.mails(visitor.email)).filter(({ text }) => text.includes(tracking))).toHaveLength(1)
  }
  child.kill()
})

test('orders and numbers that the shop does not know are refused', async () => {
  const { key, port, secret } = await join3pl()
  const warehouse = await startWarehouse({
    shopUrl: shop.url,
    key,
    secrets: [secret],
    port,
    log: () => undefined,
  })
  const forged = await fetch(`http://127.0.0.1:${port}/hooks`, {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: '{"type":"order.created","data":{"number":"L000000000"}}',
  })
  expect(forged.status).toBe(401)
  await warehouse.idle()
  warehouse.close()
})
