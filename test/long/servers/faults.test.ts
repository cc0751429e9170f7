import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep } from '#platform/clock.ts'
import { freePort } from '../../support/children.ts'
import { startHaproxy } from '../../support/http-balancer.ts'
import { expectConsistent } from '../../support/invariants.ts'
import { compareOrders, watchOutage } from '../../support/outages.ts'
import { startShopping } from '../../support/persistent-buyers.ts'
import { startRestartableServer } from '../../support/restartable-server.ts'
import { openTestShop, type TestShop } from '../../support/shop.ts'

const buyers = 8
const purchases = Number(process.env['PURCHASES'] ?? 6)

/** What a shop is back within after a server that is there again at once, in seconds. */
const longestOutage = 15

let server: Awaited<ReturnType<typeof startRestartableServer>>
let shop: TestShop

beforeAll(async () => {
  server = await startRestartableServer()
  shop = await openTestShop({ server: server.server, withWorker: false })
  await shop.app.children[0]?.retire()
})

afterAll(async () => {
  await shop.close()
  await server.stop()
})

const endConnections = async (): Promise<void> => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    shop.app.database.kysely,
  )
}

const restart = (mode: 'fast' | 'immediate') => async (): Promise<void> => {
  await server.end(mode)
  await server.start()
}

/** All of its processes stand still for as long as a statement of a page may take. */
const hang = async (): Promise<void> => {
  const wake = await server.hang()
  await sleep(5_000)
  wake()
}

const faults: Readonly<Record<string, () => Promise<void>>> = {
  'no fault': async () => undefined,
  'restart -m fast': restart('fast'),
  'restart -m immediate': restart('immediate'),
  'every connection ended': endConnections,
  'the server hangs for 5 s': hang,
}

const seen: string[] = []

/** One fault while eight buyers buy. */
const suffer = async (processes: number, name: string, fault: () => Promise<void>): Promise<void> => {
  const shopping = startShopping(shop, buyers, purchases)
  await shopping.untilSeen(buyers)
  const outage = watchOutage(() => shopping.seen.length)
  await fault()
  await shopping.done
  const seconds = outage()
  seen.push(...shopping.seen.map(({ number }) => number))
  const { stored, charges, lost, notChargedOnce } = await compareOrders(shop, seen)
  console.log(
    `| ${processes} | ${name} | ${shopping.refused.length} | ${lost.length} | ${notChargedOnce.length} | ${seconds.toFixed(1)} s |`,
  )
  expect({ lost, notChargedOnce, stored, charges }).toEqual({
    lost: [],
    notChargedOnce: [],
    stored: seen.length,
    charges: seen.length,
  })
  expect(shopping.refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([])
  expect(seconds).toBeLessThan(longestOutage)
}

test.for([1, 2, 4])(
  'under each database fault with %i web processes and a worker, no order is lost and no card is charged twice',
  async (processes) => {
    console.log(
      '| web processes | fault | requests refused | orders lost | not charged once | without an order |',
    )
    const ports = await Promise.all(Array.from({ length: processes }, freePort))
    const children = await Promise.all(ports.map((port) => shop.app.start(null, port, 'web')))
    const worker = await shop.app.start(null, await freePort(), 'worker')
    const balancer = await startHaproxy(Number(new URL(shop.url).port), ports)
    for (const [name, fault] of Object.entries(faults)) await suffer(processes, name, fault)
    await expectConsistent(shop)
    for (const child of [...children, worker]) {
      expect(child.isOver()).toBe(false)
      await child.retire()
    }
    await balancer.stop()
  },
)
