import { expect, test } from 'vitest'
import { seededRandom } from '../support/random.ts'
import { readProcessorRecords } from '../support/card-pages.ts'
import { buys } from './actions.ts'
import { openOutside, type Outside } from './outside.ts'
import { openSimulationDatabase } from './crashable.ts'
import { newBrowser, openSimulatedShop } from './simulated-shop.ts'
import { openSimulation } from './simulation-environment.ts'
import { brokenAtRest } from './consistency.ts'

const ada = {
  email: 'ada@example.com',
  browser: newBrowser('203.0.113.1', 'US', 'OR'),
  place: 'oregon',
  cards: [],
  plans: [],
} as const

/** The same environment, in which requests with a key that ends so wait for something first. */
const holding = (outside: Outside, ending: string, before: () => Promise<void>): Outside => ({
  ...outside,
  outgoing: {
    request: async (requested) => {
      const key = requested.headers?.['idempotency-key'] ?? ''
      if (key.startsWith('renewal:') && key.endsWith(ending)) await before()
      return outside.outgoing.request(requested)
    },
  },
})

// Found by many renewals with kills: the answer to a closed attempt made the cycle of the next attempt due again.
test('an answer that arrives after its attempt was closed does not affect the next attempt', async () => {
  const simulation = await openSimulation()
  const outside = openOutside(seededRandom(1), Temporal.Instant.from('2031-01-06T15:00:00Z'))
  const requested = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let slowIsDone: Promise<unknown> = Promise.resolve()
  const slow = await openSimulatedShop(
    openSimulationDatabase(simulation.address),
    holding(outside, ':1', async () => {
      requested.resolve()
      await closed.promise
    }),
  )
  const quick = await openSimulatedShop(
    openSimulationDatabase(simulation.address),
    holding(outside, ':2', async () => {
      closed.resolve()
      await slowIsDone
    }),
  )
  await buys(ada, 'syn-rf', 'approve')(slow)
  outside.moveTo(outside.clock.now().add({ hours: 31 * 24 }))
  slowIsDone = slow.runDueWork()
  await requested.promise
  // The poller of the other process abandons the first attempt and makes a second one.
  outside.moveTo(outside.clock.now().add({ seconds: 60 }))
  await quick.runDueWork()

  const records = await readProcessorRecords(outside.records)
  expect(records.filter(({ state }) => state === 'succeeded').map(({ cents }) => cents)).toEqual([4999, 4999])
  expect(await brokenAtRest(quick)).toEqual([])
  await slow.close()
  await quick.close()
  outside.close()
  await simulation.close()
})
