import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep } from '#platform/clock.ts'
import { createTemplate } from '../../support/database.ts'
import { expectConsistent } from '../../support/invariants.ts'
import { compareOrders, untilDone, watchOutage } from '../../support/outages.ts'
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

test(`the leader's node is killed ${rounds} times while eight buyers buy, no order is lost and no card is charged twice`, async () => {
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
    const { stored, charges, lost, notChargedOnce } = await compareOrders(shop, seen)
    console.log(
      `round ${round}: ${killed.name} killed, ${outages.at(-1)?.toFixed(1)} s without an order, ${shopping.refused.length} requests refused, ${ended} purchases ended and made again, ${seen.length} orders seen, ${stored} stored, ${lost.length} lost, ${charges} charges, ${notChargedOnce.length} not charged once`,
    )
    expect({ lost, notChargedOnce, stored, charges }).toEqual({
      lost: [],
      notChargedOnce: [],
      stored: seen.length,
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
