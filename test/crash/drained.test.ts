import { expect } from 'vitest'
import { startBalancer } from '../support/balancer.ts'
import { freePort } from '../support/children.ts'
import { expectConsistent } from '../support/invariants.ts'
import { startShopping } from '../support/persistent-buyers.ts'
import { test } from '../support/shop.ts'

test('two processes are restarted in turn while eight buyers buy, and no request fails', async ({ shop }) => {
  const front = Number(new URL(shop.url).port)
  await shop.app.children[0]?.retire()
  const ports = [await freePort(), await freePort()]
  const open = (port: number) => shop.app.start(null, port)
  const first = [await open(ports[0] ?? 0), await open(ports[1] ?? 0)]
  const balancer = await startBalancer(
    front,
    first.map(({ url }) => url),
  )
  for (const { url } of first) await balancer.untilSeen(url, true)
  const shopping = startShopping(shop, 8, 4)
  for (const [position, child] of first.entries()) {
    await shopping.untilSeen(4 + 12 * position)
    await child.drain()
    await balancer.untilSeen(child.url, false)
    const { headers } = await fetch(`${child.url}/livez`)
    expect(headers.get('connection')).toBe('close')
    await child.retire()
    await open(ports[position] ?? 0)
    await balancer.untilSeen(child.url, true)
  }
  await shopping.done
  expect(shopping.seen).toHaveLength(32)
  expect(shopping.refused).toEqual([])
  await expectConsistent(shop)
  await balancer.stop()
})
