import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { freePort } from '../support/children.ts'
import { expectLedgerConsistent, orderNumbers } from '../support/invariants.ts'
import { urlOf } from '../support/pgbouncer.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop({ withWorker: false })

const root = join(import.meta.dirname, '../..')

test('a worker on another machine, with SANDBOX_URL and CARRIER_URL, charges and ships with the web process’s sandboxes', async ({
  shop,
}) => {
  const { database, sandboxUrl, carrier } = shop.app
  const folder = await mkdtemp(join(tmpdir(), 'loam-elsewhere-'))
  const { DATABASE_URL: _, ...rest } = process.env
  const worker = spawn(process.execPath, ['src/app/entry/start.ts'], {
    cwd: root,
    env: {
      ...rest,
      ROLE: 'worker',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      PUBLIC_URL: shop.url,
      DATA_DIR: folder,
      DATABASE_URL: urlOf(database.address),
      SANDBOX_URL: sandboxUrl,
      CARRIER_URL: carrier.url,
      SECRET: 'the secret of the shops under test, long enough',
      DEMO: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(worker, 'exit')
  const buyer = shop.visitor()
  await buyer.setQuantity('syn-rf', 1)
  expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  const labels = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from shipment_label
      where state in ('bought', 'handed-over')`.execute(database.kysely)
    return rows[0]?.n ?? 0
  }
  await shop.advanceSeconds(32 * 86_400)
  await expect.poll(async () => (await orderNumbers(database.kysely)).length).toBe(2)
  await expect.poll(() => shop.chargedCents()).toHaveLength(2)
  // The first order's shipping day has come by now.
  await expect.poll(labels).toBeGreaterThan(0)
  await expectLedgerConsistent(shop)
  worker.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await rm(folder, { recursive: true })
})
