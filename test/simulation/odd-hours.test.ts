import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../support/random.ts'
import { buys } from './actions.ts'
import { openOutside, type Outside } from './outside.ts'
import type { Person } from './people.ts'
import { newBrowser, openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'
import { openNewShopDatabase, type NewShopDatabase } from './simulation-environment.ts'
import { brokenAtRest } from './consistency.ts'

let database: NewShopDatabase
beforeAll(async () => {
  database = await openNewShopDatabase()
})
afterAll(() => database.close())

const mara: Person = {
  email: 'mara@example.com',
  browser: newBrowser('203.0.113.1', 'US', 'OR'),
  place: 'oregon',
  cards: [],
  plans: [],
}

/** The calendar of the brand, read by the platform's own formatter and not by the shop's dates. */
const brandDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })

const daysBilled = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ at: Date | string }>(
    'select placed_at as at from "order" where total_cents > 0 order by placed_at',
  )
  return rows.map(({ at }) => brandDay.format(new Date(at)))
}

const inShop = async (
  opening: string,
  run: (shop: SimulatedShop, outside: Outside) => Promise<void>,
): Promise<void> => {
  await database.restore()
  const outside = openOutside(seededRandom(5), Temporal.Instant.from(opening))
  const shop = await openSimulatedShop(database.simulationDatabase, outside)
  mara.browser.cookies.clear()
  try {
    await run(shop, outside)
    expect(await brokenAtRest(shop)).toEqual([])
  } finally {
    await shop.close()
    outside.close()
  }
}

// Clocks go forward on March 9, 2031 and back on November 2, 2031; the offsets are written out.
test.each([
  ['the last second of January', '2031-01-31T23:59:59-05:00', '2031-05-15T12:00:00-04:00', ['2031-01-31', '2031-02-28', '2031-03-31', '2031-04-30']],
  ['due on the day of 23 hours', '2031-02-09T23:59:59-05:00', '2031-04-20T12:00:00-04:00', ['2031-02-09', '2031-03-09', '2031-04-09']],
  ['a second later', '2031-02-10T00:00:00-05:00', '2031-04-20T12:00:00-04:00', ['2031-02-10', '2031-03-10', '2031-04-10']],
  ['in the last second of the day of 23 hours', '2031-03-09T23:59:59-04:00', '2031-05-20T12:00:00-04:00', ['2031-03-09', '2031-04-09', '2031-05-09']],
  ['due on the day of 25 hours', '2031-10-02T23:59:59-04:00', '2031-12-20T12:00:00-05:00', ['2031-10-02', '2031-11-02', '2031-12-02']],
  ['in the hour that comes twice, the second time', '2031-11-02T01:30:00-05:00', '2032-01-10T12:00:00-05:00', ['2031-11-02', '2031-12-02', '2032-01-02']],
  ['the last second of the year', '2031-12-31T23:59:59-05:00', '2032-04-05T12:00:00-04:00', ['2031-12-31', '2032-01-31', '2032-02-29', '2032-03-31']],
])('a subscription bought %s is billed on these days of the brand’s calendar', async (_when, bought, until, days) => {
  await inShop(bought, async (shop) => {
    await buys(mara, 'vs-rf', 'approve')(shop)
    await shop.travelTo(Temporal.Instant.from(until))
    expect(await daysBilled()).toEqual(days)
  })
}) // prettier-ignore

test.each([
  ['23 hours', '2031-02-09T12:00:00-05:00', '2031-03-08T22:00:00-05:00', ['2031-02-09', '2031-03-09']],
  ['25 hours', '2031-10-02T12:00:00-04:00', '2031-11-01T22:00:00-04:00', ['2031-10-02', '2031-11-02']],
])(
  'a worker that runs every half hour through the day of %s bills once',
  async (_length, bought, from, days) => {
    await inShop(bought, async (shop, outside) => {
      await buys(mara, 'vs-rf', 'approve')(shop)
      const evening = Temporal.Instant.from(from)
      await shop.travelTo(evening)
      for (let half = 1; half <= 60; half += 1) {
        outside.moveTo(evening.add({ minutes: 30 * half }))
        await shop.runDueWork()
      }
      expect(await daysBilled()).toEqual(days)
    })
  },
)
