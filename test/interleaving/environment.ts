import { rmSync } from 'node:fs'
import { takeDatabaseSnapshot } from '../simulation/database-snapshot.ts'
import { openOutside, type Outside } from '../simulation/outside.ts'
import { openSimulatedShop, type SimulatedShop } from '../simulation/simulated-shop.ts'
import { openNewShopDatabase } from '../simulation/simulation-environment.ts'
import { brokenAtRest } from '../simulation/consistency.ts'
import { recover } from '../simulation/actions.ts'
import { readProcessorRecords } from '../support/card-pages.ts'
import { seededRandom } from '../support/random.ts'
import type { TestServer } from '../support/database.ts'
import type { Action, ActionResult } from './action.ts'
import { prepare } from './fixture.ts'
import { gatedOutside, lockMonitor, openGatedDatabase } from './gates.ts'
import { createScheduler, type Choose } from './scheduler.ts'

const opening = Temporal.Instant.from('2031-01-06T15:00:00Z')

/** One order in which actions ran against each other, and the violations that followed. */
export interface Interleaving {
  /** How many turns each action had, by its actor. */
  readonly turns: Readonly<Record<string, number>>
  readonly summaries: readonly string[]
  readonly broken: readonly string[]
  readonly trace: readonly string[]
}

/** Actors are named A, B and C, because two of them may do the same. */
const actorNames = ['A', 'B', 'C'] as const

/**
 * A shop in the middle of many things, put back before every run. Each actor is a process of its own: with its own pool,
 * its own caches and its own way to the processor.
 */
export const openInterleavingEnvironment = async (server?: TestServer) => {
  const database = await openNewShopDatabase(server)
  // Two actions that wait for each other are noticed at once, and not after a second.
  await database.pool.query(
    `do $$ begin execute format('alter database %I set deadlock_timeout = 20', current_database()); end $$`,
  )
  const setupOutside = openOutside(seededRandom(3), opening)
  const setupShop = await openSimulatedShop(database.simulationDatabase, setupOutside)
  const fixture = await prepare(setupShop)
  await setupShop.close()
  const savedState = setupOutside.saveState()
  setupOutside.close()
  const restore = await takeDatabaseSnapshot(database.pool)
  const scheduler = createScheduler(lockMonitor(database.pool))
  const databases = actorNames.map((name) => openGatedDatabase(database.address, name, scheduler))

  const openShops = (outside: Outside, count: number) =>
    Promise.all(
      databases
        .slice(0, count)
        .map((db, at) => openSimulatedShop(db, gatedOutside(outside, actorNames[at] ?? '', scheduler))),
    )

  /** What the actions find, made one after the other. */
  const prepareAll = async (actions: readonly Action[], shops: readonly SimulatedShop[]): Promise<void> => {
    for (const [at, action] of actions.entries()) {
      const shop = shops[at]
      if (shop) await action.prepare?.({ shop, fixture, pool: database.pool })
    }
  }

  /** Runs the actions, each in a process of its own, in the order that `choose` gives; then settles everything. */
  const play = async (actions: readonly Action[], choose: Choose): Promise<Interleaving> => {
    await restore()
    const outside = openOutside(seededRandom(11), opening, savedState)
    const shops = await openShops(outside, actions.length)
    await prepareAll(actions, shops)
    const ends: ActionResult[] = []
    const failed: string[] = []
    const runs = actions.map((action, at) => {
      const shop = shops[at]
      if (!shop) throw new Error('more actions than actors')
      const run = async (): Promise<void> => {
        try {
          ends[at] = await action.run({ shop, fixture, pool: database.pool })
        } catch (thrown) {
          failed.push(`"${action.name}" failed: ${thrown instanceof Error ? thrown.stack : String(thrown)}`)
        }
      }
      return [actorNames[at] ?? '', run] as const
    })
    try {
      const turns = await scheduler.run(Object.fromEntries(runs), choose)
      const trace = [...scheduler.trace]
      const [first] = shops
      if (!first) throw new Error('nobody acted')
      await first.deliver(() => 1)
      await recover(first)
      await recover(first)
      const charges = (await readProcessorRecords(outside.records)).filter(
        ({ state }) => state === 'succeeded',
      )
      const outcomes = { fixture, pool: database.pool, charges, shop: first }
      const falseClaims = await Promise.all(ends.map((end) => end.falseClaims(outcomes)))
      const deadlocks = trace.filter((line) => line.includes('DEADLOCK'))
      const broken = [...failed, ...deadlocks, ...falseClaims.flat(), ...(await brokenAtRest(first))]
      return { turns, summaries: ends.map(({ summary: summaries }) => summaries), broken, trace }
    } finally {
      for (const shop of shops) await shop.close()
      outside.close()
    }
  }

  return {
    play,
    close: async (): Promise<void> => {
      for (const db of databases) await db.close()
      rmSync(savedState.folder, { recursive: true, force: true })
      await database.close()
    },
  }
}

export type InterleavingEnvironment = Awaited<ReturnType<typeof openInterleavingEnvironment>>
