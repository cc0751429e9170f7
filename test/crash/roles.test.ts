import { expect } from 'vitest'
import { sql } from 'kysely'
import { startBalancer } from '../support/balancer.ts'
import { freePort, type ShopChild } from '../support/children.ts'
import { expectConsistent, orderNumbers } from '../support/invariants.ts'
import { startShopping } from '../support/persistent-buyers.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop({ withWorker: false })

const statusOf = async ({ url }: ShopChild, path: string): Promise<number> =>
  (await fetch(`${url}${path}`, { headers: { 'x-forwarded-for': '10.8.8.8' } })).status

test('two web processes sell, and only the worker sends mails and renews, each order once', async ({
  shop,
}) => {
  const { database, start, children } = shop.app
  const [only] = children
  await only?.retire()
  const web = [await start(null, await freePort()), await start(null, await freePort())]
  const balancer = await startBalancer(
    Number(new URL(shop.url).port),
    web.map(({ url }) => url),
  )
  for (const { url } of web) await balancer.untilSeen(url, true)
  const shopping = startShopping(shop, 4, 2)
  await shopping.done
  // Without a worker no job is taken from the queue.
  const { rows } = await sql`select from pgboss.job where name = 'shop' and state <> 'created'`.execute(
    database.kysely,
  )
  expect(rows).toEqual([])

  const worker = await start(null, await freePort(), 'worker')
  for (const path of ['/livez', '/readyz', '/metrics']) expect(await statusOf(worker, path)).toBe(200)
  for (const path of ['/', '/api/plans', '/account/orders', '/time-machine'])
    expect(await statusOf(worker, path)).toBe(404)
  await expectConsistent(shop)
  await shop.advanceSeconds(32 * 86_400)
  await expect.poll(async () => (await orderNumbers(database.kysely)).length).toBe(16)
  await expectConsistent(shop)
  expect(await shop.chargedCents()).toHaveLength(16)
  await balancer.stop()
})
