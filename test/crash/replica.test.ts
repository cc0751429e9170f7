import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewReport } from '#report/endpoints.ts'
import { createReportLink } from '#report/server/report-link.ts'
import { newApiClient } from '../support/api-client.ts'
import { urlOf } from '../support/pgbouncer.ts'
import { startReplicatedServer } from '../support/replicated-server.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let servers: Awaited<ReturnType<typeof startReplicatedServer>>
let shop: TestShop

beforeAll(async () => {
  servers = await startReplicatedServer()
  shop = await openTestShop({
    server: servers.server,
    environmentOf: (address) => ({
      DATABASE_URL: urlOf(address),
      DATABASE_REPLICA_URL: urlOf(servers.replicaOf(address)),
      DATABASE_REPLICA_LAG: '3600',
    }),
  })
})

afterAll(async () => {
  await shop.close()
  await servers.stop()
})

/** What the report says was charged this month. */
const charged = async (): Promise<string> => {
  const { deps, publicUrl } = shop.app
  const secret = 'the secret of the shops under test, long enough'
  const link = createReportLink({ ...deps, publicUrl, secret }).url(
    Temporal.Instant.from('2031-02-01T00:00:00Z'),
  )
  const token = new URL(link).searchParams.get('token') ?? ''
  const { sections } = await newApiClient(shop.url).call(viewReport, {
    token,
    from: '2031-01',
    to: '2031-01',
  })
  const rows = sections.flatMap((section) => section.rows)
  return rows.find(({ name }) => name === 'charged')?.values[0] ?? ''
}

const buy = async (): Promise<void> => {
  const buyer = shop.visitor()
  await buyer.setQuantity('syn-rf', 1)
  expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  await shop.settled()
}

test('reports are read from the replica, prices are never outdated, and both work without the replica', async () => {
  await buy()
  await expect.poll(charged).toBe('49.99')
  await servers.pauseReplay()
  await buy()
  await shop.changePrice('syn-rf', 5_099)
  await shop.waitForPrice('syn-rf', '50.99')
  // A replica that ended a read, because it stood in the way of what it replays, is not asked again for some seconds.
  await expect.poll(charged).toBe('49.99')
  await servers.stopReplica()
  expect(await charged()).toBe('99.98')
  await shop.changePrice('syn-rf', 5_199)
  await shop.waitForPrice('syn-rf', '51.99')
})
