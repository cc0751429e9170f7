import { afterAll, expect, test } from 'vitest'
import { findAccountByEmail } from '#account/server/accounts.ts'
import { inTransaction } from '#platform/transaction.ts'
import { noteRetention } from '#subscription/server/record-retention.ts'
import { seededRandom } from '../support/random.ts'
import { buys, cancelsOrder, recover } from './actions.ts'
import { openOutside } from './outside.ts'
import { newBrowser, openSimulatedShop } from './simulated-shop.ts'
import { openNewShopDatabase } from './simulation-environment.ts'

const ada = {
  email: 'ada@example.com',
  browser: newBrowser('203.0.113.1', 'US', 'OR'),
  place: 'oregon',
  cards: [],
  plans: [],
} as const

const database = await openNewShopDatabase()
const outside = openOutside(seededRandom(1), Temporal.Instant.from('2031-01-06T15:00:00Z'))
const shop = await openSimulatedShop(database.simulationDatabase, outside)
afterAll(async () => {
  await shop.close()
  outside.close()
  await database.close()
})

// A simulated shop has one connection: who holds it and asks for another one waits in vain.
test('an order is canceled over one connection although the catalogue was published a moment ago', async () => {
  await buys(ada, 'syn-rf', 'approve')(shop)
  // Its mail, which names the order.
  await recover(shop)
  await shop.publishElsewhere()
  await cancelsOrder(ada)(shop)
  expect(shop.takeStarved()).toEqual([])
})

test('what a member chose on the cancel page is written over one connection although flags were published a moment ago', async () => {
  const deps = shop.deps()
  const { id } = (await findAccountByEmail(deps.database, ada.email)) ?? { id: '' }
  const leaving = { outcome: 'stayed', reasonId: 'too-expensive' } as const
  const note = await noteRetention(shop.experiments(), id, deps.ids.uuid(), leaving)
  await shop.publishElsewhere()
  // The outcome names no change that there is, and is undone with its transaction.
  const undone = inTransaction(deps, (tx) => note(tx, tx.ids.uuid()))
  await expect(undone).rejects.toMatchObject({ code: '23503' })
  expect(shop.takeStarved()).toEqual([])
})
