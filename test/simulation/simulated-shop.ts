import { join } from 'node:path'
import { actorOf } from '#account/server/sessions.ts'
import { createLog } from '#platform/log.ts'
import type { Step } from '#platform/steps.ts'
import type { CallShape, PayloadInput, ReplyOf } from '#shared/call.ts'
import { travel } from '#workbench/server/time-machine.ts'
import { createClient } from '../../src/app/bound-calls.ts'
import { parseSettings } from '../../src/app/config.ts'
import { openShop, readShopFiles } from '../../src/app/shop.ts'
import type { ShopGround } from '../../src/app/shop-tools.ts'
import { timeMachineTools } from '../../src/app/workbench-tools.ts'
import { here, watchedClients, type Meet } from './boundaries.ts'
import {
  meetIn,
  mortal,
  mortalDatabase,
  mortalOutside,
  ProcessEnded,
  quiet,
  type Life,
  type LifeDatabase,
  type Look,
} from './mortal.ts'
import { shopUrl, processorUrl, type Outside } from './outside.ts'

const root = join(import.meta.dirname, '../..')

/** Somebody's browser: who they are to the shop is in its cookies. */
export interface Browser {
  readonly network: string
  readonly country: string
  readonly region: string
  readonly cookies: Map<string, string>
}

export const newBrowser = (network: string, country: string, region: string): Browser => ({
  network,
  country,
  region,
  cookies: new Map(),
})

const settings = parseSettings({ PUBLIC_URL: shopUrl, DATA_DIR: '/nowhere', LOG_LEVEL: 'silent' })
const files = await readShopFiles(root, settings)

const openLife = async (shared: LifeDatabase, outside: Outside, look: Look | null) => {
  const life: Life = { isOver: false, end: null }
  const meet: Meet = look ? meetIn(life, look) : () => undefined
  // A life that nobody looks at has the driver's own connections.
  const watched = look ? watchedClients(() => mortal(life, () => undefined), meet) : null
  const database = mortalDatabase(shared, life, watched)
  const reach = (step: Step): void => {
    meet({ kind: 'step', name: step, sites: here(), when: 'after' })
    if (life.end?.at !== step) return
    life.end.passes -= 1
    if (life.end.passes >= 0) return
    life.isOver = true
    throw new ProcessEnded(step)
  }
  const ground: ShopGround = {
    settings,
    root,
    database,
    log: createLog('silent'),
    machineClock: outside.clock,
    secret: 'the secret of the simulated shop, long enough',
    sandboxUrl: processorUrl,
    crashAt: null,
    outside: {
      random: outside.random,
      ...mortalOutside(outside, life, meet),
      reach,
    },
  }
  const shop = await openShop(ground, files)
  const close = async (): Promise<void> => {
    await shop.close().catch(() => undefined)
    life.isOver = true
    await quiet(shared.pool)
  }
  return { life, shop, pool: database.pool, close }
}

/**
 * The whole shop in this process: its calls, its worker, its jobs, on a real database. It can be made to end at a step
 * as a killed process would, and be opened again on what is left.
 */
export const openSimulatedShop = async (
  database: LifeDatabase,
  outside: Outside,
  look: Look | null = null,
) => {
  let current = await openLife(database, outside, look)
  let afterEnd: () => Promise<void> = () => Promise.resolve()
  const timeMachine = () => timeMachineTools(current.shop)
  return {
    outside,
    /** Whether it still lives; an act that was cut short is one whose shop does not. */
    lives: (): boolean => !current.life.isOver,
    world: () => current.shop.world,
    tools: () => current.shop.tools,
    endAt: (at: Step, passes: number): void => {
      current.life.end = { at, passes }
    },
    endNever: (): void => {
      current.life.end = null
    },
    kill: (): void => {
      current.life.isOver = true
    },
    /** Has something looked at right after each time that the shop was opened again. */
    onReopen: (look: () => Promise<void>): void => {
      afterEnd = look
    },
    reopen: async (): Promise<void> => {
      await current.close()
      current = await openLife(database, outside, look)
      // As the queue's supervisor does once the heartbeat of the ended process has run out.
      await current.pool.query(
        `update pgboss.job set state = 'retry', start_after = now() where state = 'active' or state = 'retry'`,
      )
      await afterEnd()
    },
    /** One call of the call table, as the browser of somebody makes it. */
    call: async <C extends CallShape>(
      { cookies, network, country, region }: Browser,
      asked: C,
      payload: PayloadInput<C>,
    ): Promise<ReplyOf<C>> => {
      const { shop } = current
      const context = {
        actor: await actorOf(shop.world, cookies.get(shop.sessionCookie)),
        requestId: 'a-request',
        network,
        userAgent: 'a browser',
        country,
        region,
        cookies: {
          get: (name: string) => cookies.get(name),
          set: (name: string, value: string) => void cookies.set(name, value),
          clear: (name: string) => void cookies.delete(name),
        },
        privacySignal: false,
        secFetch: { site: 'same-origin', dest: 'empty' },
      }
      return createClient(shop.calls, context)(asked, payload)
    },
    /** Brings the webhooks that wait, each `copies` times; what the shop does not take is lost. */
    deliver: async (copiesOf: () => number): Promise<void> => {
      for (const { body, signature } of outside.webhooks.splice(0)) {
        for (let copy = copiesOf(); copy > 0; copy -= 1) {
          const headers = { 'sandbox-signature': signature }
          await current.shop.takeWebhook({ processor: 'sandbox', headers, rawBody: body })
        }
      }
    },
    /** Time passes; what falls due on the way is done in order. */
    travelTo: (moment: Temporal.Instant) =>
      travel(
        {
          ...timeMachine(),
          setClock: async (reached) => outside.moveTo(reached),
        },
        moment,
      ),
    workOff: () => timeMachine().workOffDue(),
    close: () => current.close(),
  }
}

export type SimulatedShop = Awaited<ReturnType<typeof openSimulatedShop>>
