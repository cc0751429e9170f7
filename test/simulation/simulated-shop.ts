import { join } from 'node:path'
import { actorOf } from '#account/server/sessions.ts'
import { impersonatingAgent } from '#agent/server/agents.ts'
import { createLog } from '#platform/log.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import type { Partner, Staff } from '#platform/request-context.ts'
import type { Endpoint, PayloadInput, ReplyOf } from '#shared/endpoint.ts'
import { moveClockTo } from '#dev-tools/server/time-machine.ts'
import { staffOfCookie } from '#staff/server/staff-sessions.ts'
import { createClient } from '../../src/platform/route.ts'
import { parseSettings } from '../../src/app/config.ts'
import type { CommandContext, OperatorCommand } from '../../src/platform/command-line/operator-command.ts'
import type { Shop } from '../../src/app/shop.ts'
import { createRoutes } from '../../src/app/api-routes.ts'
import { openShop, readShopFiles } from '../../src/app/shop.ts'
import type { ShopInfrastructure } from '../../src/app/shop-services.ts'
import { timeMachineDeps } from '../../src/app/dev-tools.ts'
import { captureSites, watchedClients, type OnBoundary } from './boundaries.ts'
import {
  crashAt,
  runUnlessEnded,
  crashableDatabase,
  crashableOutside,
  ProcessEnded,
  untilIdle,
  type ProcessState,
  type SimulationDatabase,
  type ShouldCrash,
} from './crashable.ts'
import { signWebhook } from '../../sandbox-base/deliveries.ts'
import { carrierKeys, carrierName, signatureHeader } from '../../sandbox-carrier/settings.ts'
import { contextOf } from '../support/request-context.ts'
import { carrierUrl, shopUrl, processorUrl, type Outside } from './outside.ts'

const root = join(import.meta.dirname, '../..')
const carrierSigning = { webhookSecret: carrierKeys.webhookSecret, signedSender: carrierName }

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

const openProcess = async (shared: SimulationDatabase, outside: Outside, shouldCrash: ShouldCrash | null) => {
  const processState: ProcessState = { isOver: false, end: null }
  const onBoundary: OnBoundary = shouldCrash ? crashAt(processState, shouldCrash) : () => undefined
  // A simulation without an observer has the driver's own connections.
  const watched = shouldCrash
    ? watchedClients(() => runUnlessEnded(processState, () => undefined), onBoundary)
    : null
  const database = crashableDatabase(shared, processState, watched)
  const reachCrashPoint = (crashPoint: CrashPoint): void => {
    onBoundary({ kind: 'step', name: crashPoint, sites: captureSites(), when: 'after' })
    if (processState.end?.at !== crashPoint) return
    processState.end.passes -= 1
    if (processState.end.passes >= 0) return
    processState.isOver = true
    throw new ProcessEnded(crashPoint)
  }
  const infrastructure: ShopInfrastructure = {
    settings,
    root,
    database,
    log: createLog('silent'),
    machineClock: outside.clock,
    secret: 'the secret of the simulated shop, long enough',
    sandboxUrl: processorUrl,
    carrierUrl,
    crashAt: null,
    overrides: {
      random: outside.random,
      ...crashableOutside(outside, processState, onBoundary),
      reachCrashPoint,
    },
  }
  const shop = await openShop(infrastructure, files)
  const close = async (): Promise<void> => {
    await shop.close().catch(() => undefined)
    processState.isOver = true
    await untilIdle(shared.pool)
  }
  return { processState, shop, routes: createRoutes(shop), pool: database.pool, close }
}

/**
 * The whole shop in this process: its calls, its worker, its jobs, on a real database. It can be made to end at a step
 * as a killed process would, and be opened again on what is left.
 */
export const openSimulatedShop = async (
  database: SimulationDatabase,
  outside: Outside,
  shouldCrash: ShouldCrash | null = null,
) => {
  let current = await openProcess(database, outside, shouldCrash)
  let afterEnd: () => Promise<void> = () => Promise.resolve()
  /** Brings the webhooks of `from` that wait, each `copies` times; what the shop does not take of the carrier is kept. */
  const bring = async (from: 'processor' | 'carrier', copiesOf: () => number): Promise<boolean> => {
    const mine = outside.webhooks.filter((webhook) => webhook.from === from)
    for (const webhook of mine) {
      const { body: rawBody, signature } = webhook
      outside.webhooks.splice(outside.webhooks.indexOf(webhook), 1)
      for (let copy = copiesOf(); copy > 0; copy -= 1) {
        if (from === 'processor') {
          const headers = { 'sandbox-signature': signature }
          await current.shop.takeWebhook({ processor: 'sandbox', headers, rawBody })
          continue
        }
        // Signed at each attempt, as the carrier does: it may have waited while the shop was down.
        const seconds = Math.floor(outside.clock.now().epochMilliseconds / 1_000)
        const headers = { [signatureHeader]: signWebhook(carrierSigning, seconds, rawBody) }
        await current.shop.takeCarrierWebhook({ carrier: 'sandbox', headers, rawBody }).catch((thrown) => {
          outside.webhooks.push(webhook)
          throw thrown
        })
      }
    }
    return mine.length > 0
  }
  const timeMachine = () => {
    const deps = timeMachineDeps(current.shop)
    const runDueWork = async () => {
      const report = await deps.runDueWork()
      while (await bring('carrier', () => 1)) await deps.runDueWork()
      return report
    }
    return { ...deps, runDueWork }
  }
  return {
    outside,
    /** Whether it still runs; an action was interrupted if its shop does not. */
    isRunning: (): boolean => !current.processState.isOver,
    deps: () => current.shop.deps,
    services: () => current.shop.services,
    experiments: () => ({ deps: current.shop.deps, flags: current.shop.flags }),
    crashAtStep: (at: CrashPoint, passes: number): void => {
      current.processState.end = { at, passes }
    },
    neverCrash: (): void => {
      current.processState.end = null
    },
    kill: (): void => {
      current.processState.isOver = true
    },
    /** Has something looked at right after each time that the shop was opened again. */
    onReopen: (shouldCrash: () => Promise<void>): void => {
      afterEnd = shouldCrash
    },
    reopen: async (): Promise<void> => {
      await current.close()
      current = await openProcess(database, outside, shouldCrash)
      // As the queue's supervisor does once the heartbeat of the ended process has run out.
      await current.pool.query(
        `update pgboss.job set state = 'retry', start_after = now() where state = 'active' or state = 'retry'`,
      )
      await afterEnd()
    },
    /** One call of the call table, as the browser of somebody makes it. */
    call: async <C extends Endpoint>(
      { cookies, network, country, region }: Browser,
      endpoint: C,
      payload: PayloadInput<C>,
    ): Promise<ReplyOf<C>> => {
      const { shop, routes } = current
      const staffHere = () => staffOfCookie(shop.deps, cookies.get(shop.deskCookie), { isUnattended: false })
      const actor =
        (await impersonatingAgent(shop.deps, cookies.get(shop.agentCookie), staffHere)) ??
        (await actorOf(shop.deps, cookies.get(shop.sessionCookie)))
      const context = contextOf(cookies, { actor, network, country, region })
      return createClient(routes, context)(endpoint, payload)
    },
    /** One call by somebody of staff who is signed in at the desk, or by a partner's program. */
    callBy: <C extends Endpoint>(
      actor: Staff | Partner,
      endpoint: C,
      payload: PayloadInput<C>,
      { idempotencyKey, cookies = new Map() }: { idempotencyKey?: string; cookies?: Browser['cookies'] } = {},
    ): Promise<ReplyOf<C>> =>
      createClient(current.routes, contextOf(cookies, { actor, idempotencyKey }))(endpoint, payload),
    /** The cookies of the desk and of a visit inside a member's pages. */
    staffCookies: () => ({ desk: current.shop.deskCookie, visit: current.shop.agentCookie }),
    /** Brings the webhooks that wait, each `copies` times; what the shop does not take of the processor is lost. */
    deliver: async (copiesOf: () => number): Promise<void> => {
      await bring('processor', copiesOf)
      await bring('carrier', () => Math.max(1, copiesOf()))
    },
    /** Time passes; what falls due on the way is done in order. */
    travelTo: (moment: Temporal.Instant) =>
      moveClockTo(
        {
          ...timeMachine(),
          setClock: async (hasReached) => outside.moveTo(hasReached),
        },
        moment,
      ),
    runDueWork: () => timeMachine().runDueWork(),
    /** A command of operators as a terminal runs it, on this shop; returns what it prints. */
    runCommand: async (
      command: OperatorCommand<CommandContext<Shop>>,
      args: readonly string[],
    ): Promise<readonly string[]> => {
      const lines: string[] = []
      await command.run(
        {
          print: (line) => void lines.push(line),
          shop: async () => current.shop,
        },
        args,
      )
      return lines
    },
    /** Somebody publishes in another process: what this one has read of the catalogue and of flags it reads again. */
    publishElsewhere: async (): Promise<void> => {
      await database.pool.query(
        `insert into shop_state (name, version) values ('catalogue', 2), ('flag', 2)
         on conflict (name) do update set version = shop_state.version + 1`,
      )
      // One that has ended reads nothing more; the next one begins with the new versions.
      await current.shop.deps.state.refresh().catch((thrown: unknown) => {
        if (!(thrown instanceof ProcessEnded)) throw thrown
      })
    },
    /** Where it waited for a connection in vain since it was asked last. */
    takeStarved: (): readonly string[] => database.starved.splice(0),
    close: () => current.close(),
  }
}

export type SimulatedShop = Awaited<ReturnType<typeof openSimulatedShop>>
