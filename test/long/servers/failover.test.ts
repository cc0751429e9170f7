import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep } from '#platform/clock.ts'
import { createTemplate } from '../../support/database.ts'
import { expectConsistent } from '../../support/invariants.ts'
import { startCluster } from '../../support/patroni.ts'
import { startShopping } from '../../support/persistent-buyers.ts'
import { openTestShop, type TestShop } from '../../support/shop.ts'

const rounds = Number(process.env['ROUNDS'] ?? 20)

/** What a shop is back within, in seconds. */
const longestOutage = 30

let cluster: Awaited<ReturnType<typeof startCluster>>
let shop: TestShop

beforeAll(async () => {
  cluster = await startCluster()
  await cluster.untilWhole()
  // Through the proxy, which has to see the leader first.
  const template = await untilDone(() => createTemplate(cluster.address))
  shop = await openTestShop({ server: { address: cluster.address, template } })
})

afterAll(async () => {
  // The cluster has to end even if the shop cannot be closed.
  await Promise.race([shop.close(), sleep(60_000)])
  await cluster.stop()
})

const untilDone = async <T>(run: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await run()
    } catch {
      await sleep(500)
    }
  }
}

/** The longest time, in seconds, in which no buyer of a shopping got an order. */
const watchOutage = (count: () => number) => {
  let [seen, last, longest] = [count(), performance.now(), 0]
  const timer = setInterval(() => {
    if (count() === seen) return
    const now = performance.now()
    ;[seen, longest, last] = [count(), Math.max(longest, now - last), now]
  }, 20)
  return (): number => {
    clearInterval(timer)
    return longest / 1_000
  }
}

const numbersOf = async (): Promise<{ number: string; key: string }[]> => {
  const { rows } = await untilDone(() =>
    sql<{ number: string; key: string }>`select o.number, c.idempotency_key as key
      from "order" o join charge c on c.id = o.charge_id`.execute(shop.app.database.kysely),
  )
  return rows
}

test(`the leader's node is killed ${rounds} times while eight buyers buy: no order is lost, no card charged twice`, async () => {
  const seen: string[] = []
  const outages: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await cluster.untilWhole()
    let ended = 0
    const shopping = startShopping(shop, 8, 4, () => {
      ended += 1
    })
    await shopping.untilSeen(6)
    const outage = watchOutage(() => shopping.seen.length)
    const killed = await cluster.killLeader()
    await shopping.done
    outages.push(outage())
    seen.push(...shopping.seen.map(({ number }) => number))
    const stored = await numbersOf()
    const lost = seen.filter((number) => !stored.some((order) => order.number === number))
    const charged = (await shop.pages.charges()).filter(({ state }) => state === 'succeeded')
    const twice = stored.filter(({ key }) => charged.filter((charge) => charge.key === key).length !== 1)
    console.log(
      `round ${round}: ${killed.name} killed, ${outages.at(-1)?.toFixed(1)} s without an order, ${shopping.refused.length} requests refused, ${ended} purchases ended and made again, ${seen.length} orders seen, ${stored.length} stored, ${lost.length} lost, ${charged.length} charges, ${twice.length} not charged once`,
    )
    expect({ lost, twice, unseen: stored.length - seen.length, charges: charged.length }).toEqual({
      lost: [],
      twice: [],
      unseen: 0,
      charges: seen.length,
    })
    expect(shopping.refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([])
    killed.startAgain()
  }
  const sorted = outages.toSorted((a, b) => a - b)
  console.log(
    `outages: shortest ${sorted[0]?.toFixed(1)} s, median ${sorted[Math.floor(rounds / 2)]?.toFixed(1)} s, longest ${sorted.at(-1)?.toFixed(1)} s`,
  )
  expect(sorted.at(-1)).toBeLessThan(longestOutage)
  await cluster.untilWhole()
  await shop.settled()
  await expectConsistent(shop)
}, 3_600_000)
