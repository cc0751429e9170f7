import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realMachine } from '../../../sandbox-base/machine.ts'
import { webhookSender } from '../../../sandbox-base/webhook-sender.ts'
import { startCarrier } from '../../../sandbox-carrier/carrier.ts'
import {
  readSettings as readCarrierSettings,
  signatureHeader as carrierSignatureHeader,
} from '../../../sandbox-carrier/settings.ts'
import { startSandbox } from '../../../sandbox-processor/sandbox.ts'
import { readSettings, signatureHeader } from '../../../sandbox-processor/settings.ts'
import { cardPages } from '../../support/card-pages.ts'
import { freePort } from '../../support/children.ts'
import { emptyDatabase } from '../../support/database.ts'
import { startHaproxy } from '../../support/http-balancer.ts'
import { startShopping } from '../../support/persistent-buyers.ts'
import { urlOf } from '../../support/pgbouncer.ts'
import { checkOut, runReleaseCommand, startProcess, type Release } from '../../support/release.ts'
import { newVisitor } from '../../support/visitor.ts'

/** The commit of the release that runs at first; without it this one is restarted. */
const before = process.env['RELEASE']
const purchases = Number(process.env['PURCHASES'] ?? 150)
const buyers = 8

let first: Release
let next: Release

beforeAll(async () => {
  first = await checkOut(before)
  next = await checkOut(undefined)
})

afterAll(() => first.remove())

const openSandboxes = async (folder: string, publicUrl: string) => {
  const paid = `${publicUrl}/api/payment/webhook/sandbox`
  const shipped = `${publicUrl}/api/shipment/webhook/sandbox`
  const processor = await startSandbox(
    readSettings({
      SANDBOX_PORT: '0',
      SANDBOX_DATA: join(folder, 'processor.sqlite'),
      SHOP_ORIGIN: publicUrl,
      WEBHOOK_URL: paid,
    }),
    realMachine,
    webhookSender(paid, signatureHeader),
  )
  const carrier = await startCarrier(
    readCarrierSettings({
      CARRIER_PORT: '0',
      CARRIER_DATA: join(folder, 'carrier.sqlite'),
      CARRIER_WEBHOOK_URL: shipped,
    }),
    realMachine,
    webhookSender(shipped, carrierSignatureHeader),
  )
  return { processor, carrier }
}

test('two web processes and two workers are replaced in turn while eight buyers buy, and no request fails', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'loam-rolling-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const database = await emptyDatabase()
  stack.defer(database.close)
  const front = await freePort()
  const publicUrl = `http://127.0.0.1:${front}`
  const { processor, carrier } = await openSandboxes(folder, publicUrl)
  stack.defer(processor.stop)
  stack.defer(carrier.stop)
  const settings = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: urlOf(database.address),
    SANDBOX_URL: processor.url,
    CARRIER_URL: carrier.url,
    DATA_DIR: folder,
    SECRET: 'the secret of the shops under test, long enough',
    DEMO: 'off',
    COUNTRY_HEADER: 'x-country',
    REGION_HEADER: 'x-region',
    TRUST_PROXY: '2',
    DEV_TOOLS: 'open',
    LOG_LEVEL: 'warn',
  }
  const roles = ['web', 'web', 'worker', 'worker'] as const
  const ports = await Promise.all(roles.map(freePort))
  const start = async (release: Release, at: number) => {
    const own = { ROLE: roles[at] ?? '', DATA_DIR: join(folder, String(at)) }
    const started = await startProcess(release, ports[at] ?? 0, { ...settings, ...own })
    stack.defer(async () => void (await started.end()))
    return started
  }

  await runReleaseCommand(first, ['migrate'], settings)
  // The first one seeds.
  const running = [await start(first, 0)]
  for (const at of [1, 2, 3]) running.push(await start(first, at))
  const balancer = await startHaproxy(front, ports.slice(0, 2))
  stack.defer(balancer.stop)
  const shop = {
    url: publicUrl,
    pages: cardPages(processor.url, publicUrl),
    advanceSeconds: async () => undefined,
  }
  const shopping = startShopping({ visitor: () => newVisitor(shop) }, buyers, purchases)
  await shopping.untilSeen(buyers)
  await runReleaseCommand(next, ['migrate'], settings)
  const codes: (number | null)[] = []
  for (const [at, old] of running.entries()) {
    await shopping.untilSeen(buyers * (2 + 2 * at))
    codes.push(await old.end())
    running[at] = await start(next, at)
  }
  const boughtWhileReplaced = shopping.seen.length
  await shopping.done
  console.log(
    `${before ?? 'this release'} replaced: ${boughtWhileReplaced} orders while it was, ${shopping.seen.length} in all, ${shopping.refused.length} requests refused`,
  )
  expect(codes).toEqual([0, 0, 0, 0])
  expect(shopping.refused).toEqual([])
  expect(boughtWhileReplaced).toBeLessThan(buyers * purchases)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from "order"`.execute(database.kysely)
  expect(rows[0]?.n).toBe(buyers * purchases)
  expect(await runReleaseCommand(next, ['invariants'], settings)).toContain('All invariants hold.')
  await runReleaseCommand(next, ['reconcile'], settings)
})
