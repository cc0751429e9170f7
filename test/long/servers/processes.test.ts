import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBalancer } from '../../support/balancer.ts'
import { freePort } from '../../support/children.ts'
import { expectConsistent } from '../../support/invariants.ts'
import { startShopping } from '../../support/persistent-buyers.ts'
import { startRestartableServer } from '../../support/restartable-server.ts'
import { openTestShop, type TestShop } from '../../support/shop.ts'

let server: Awaited<ReturnType<typeof startRestartableServer>>
let shop: TestShop

beforeAll(async () => {
  server = await startRestartableServer()
  shop = await openTestShop({ server: server.server, withWorker: false })
})

afterAll(async () => {
  await shop.close()
  await server.stop()
})

const bytes = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select pg_database_size(current_database()) as n`.execute(
    shop.app.database.kysely,
  )
  return rows[0]?.n ?? 0
}

const buyers = 16
const purchases = Number(process.env['PURCHASES'] ?? 20)

/** Orders a second, with so many web processes behind a balancer at the shop's address. */
const sellWith = async (processes: number): Promise<number> => {
  const front = Number(new URL(shop.url).port)
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const web = await Promise.all(ports.map((port) => shop.app.start(null, port, 'web')))
  const balancer = await startBalancer(
    front,
    web.map(({ url }) => url),
  )
  for (const { url } of web) await balancer.untilSeen(url, true)
  // What each process has to load the first time is not measured.
  await startShopping(shop, buyers, 2).done
  const begun = performance.now()
  const shopping = startShopping(shop, buyers, purchases)
  await shopping.done
  const seconds = (performance.now() - begun) / 1_000
  expect(shopping.refused).toEqual([])
  await balancer.stop()
  for (const child of web) await child.retire()
  return shopping.seen.length / seconds
}

test('one, two and four web processes sell on one database', async () => {
  await shop.app.children[0]?.retire()
  const before = await bytes()
  let sold = 0
  for (const processes of [1, 2, 4]) {
    const rate = await sellWith(processes)
    sold += buyers * (purchases + 2)
    console.log(
      `${processes} web processes: ${rate.toFixed(1)} orders a second with ${buyers} buyers at once`,
    )
  }
  console.log(`${((await bytes()) - before) / sold} bytes an order, with its job of the mail not done`)
  await shop.app.start()
  await shop.app.start(null, await freePort(), 'worker')
  await expectConsistent(shop)
  console.log(`${((await bytes()) - before) / sold} bytes an order with everything that follows from it`)
})
