import { sql } from 'kysely'
import { sleep } from '#platform/clock.ts'
import type { TestShop } from './shop.ts'

/** Runs it until it is done, while its server may be away. */
export const untilDone = async <T>(run: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await run()
    } catch {
      await sleep(500)
    }
  }
}

/** The longest time, in seconds, in which no buyer of a shopping got an order; `count` is how many they have. */
export const watchOutage = (count: () => number): (() => number) => {
  let [seen, last, longest] = [count(), performance.now(), 0]
  const timer = setInterval(() => {
    if (count() === seen) return
    const now = performance.now()
    ;[seen, longest, last] = [count(), Math.max(longest, now - last), now]
  }, 20)
  return () => {
    clearInterval(timer)
    return longest / 1_000
  }
}

/** What is stored and charged, beside the numbers of all orders that buyers saw. */
export const compareOrders = async (shop: TestShop, seen: readonly string[]) => {
  const { rows: stored } = await untilDone(() =>
    sql<{ number: string; key: string }>`select o.number, c.idempotency_key as key
      from "order" o join charge c on c.id = o.charge_id`.execute(shop.app.database.kysely),
  )
  const charged = (await shop.pages.charges()).filter(({ state }) => state === 'succeeded')
  return {
    stored: stored.length,
    charges: charged.length,
    lost: seen.filter((number) => !stored.some((order) => order.number === number)),
    notChargedOnce: stored.filter(({ key }) => charged.filter((charge) => charge.key === key).length !== 1),
  }
}
