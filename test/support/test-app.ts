import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { DatabaseAddress, OpenDatabase } from '#platform/database.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import { seedCatalogue } from '../../db/seed/catalogue.ts'
import { seedCoupons } from '../../db/seed/coupons.ts'
import { realMachine } from '../../sandbox-base/machine.ts'
import type { Sandbox } from '../../sandbox-base/server.ts'
import { startSandbox } from '../../sandbox-processor/sandbox.ts'
import { readSettings, signatureHeader } from '../../sandbox-processor/settings.ts'
import { webhookSender } from '../../sandbox-base/webhook-sender.ts'
import { startCarrier } from '../../sandbox-carrier/carrier.ts'
import {
  readSettings as readCarrierSettings,
  signatureHeader as carrierSignatureHeader,
} from '../../sandbox-carrier/settings.ts'
import type { TestServer } from './database.ts'
import { freePort, startShopChild, type ShopChild } from './children.ts'
import { newProcessorFolder } from './processor-folder.ts'
import type { ShopConfig } from './shop-process.ts'
import { openTestDeps } from './test-deps.ts'

/** Every shop of a test opens on this day, a Monday, whenever the test runs. */
const openingDay = '2031-01-06'

const opening = Temporal.PlainDateTime.from(`${openingDay}T10:00`)
  .toZonedDateTime('America/New_York')
  .toInstant()

/** What is seeded before the shop of an app opens. */
export type Prepare = (tx: Tx) => Promise<void>

/** A database whose clock is at the opening, with catalogue, coupons and whatever else the test needs. */
const seededDatabase = async (prepare: Prepare, server?: TestServer) => {
  const opened = await openTestDeps(opening.toString(), server)
  const { deps, database } = opened
  const offset = opening.epochMilliseconds - Date.now()
  await database.kysely.updateTable('shop_clock').set({ offset_milliseconds: offset }).execute()
  await inTransaction(deps, async (tx) => {
    await seedCatalogue(tx)
    await seedCoupons(tx)
    await prepare(tx)
  })
  return opened
}

export interface TestAppOptions {
  readonly prepare?: Prepare
  readonly crashAt?: string
  readonly withWorker?: boolean
  /**
   * The shop's time goes by only when the test moves it, and the processor sends no webhooks: a charge without an answer
   * stays open until then, however busy the machine is.
   */
  readonly fixedClock?: boolean
  /**
   * What happens to packages whose address names nothing (`sandbox-carrier/test-words.ts`). They are picked up and then
   * nothing is heard of them by default; '' is their whole life.
   */
  readonly carrierWord?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Likewise, for what names its database. */
  readonly environmentOf?: (address: DatabaseAddress) => Readonly<Record<string, string>>
  /** Where its database is; on the server of the test run by default. */
  readonly server?: TestServer
  /** How the shop's processes reach that database; as the test does by default. */
  readonly reach?: (address: DatabaseAddress) => DatabaseAddress
}

/** In the test's own process, behind a socket of its own: tests end shops, never the processor. */
const openProcessor = (folder: string, publicUrl: string, sendsWebhooks: boolean): Promise<Sandbox> => {
  const webhookUrl = `${publicUrl}/api/payment/webhook/sandbox`
  const settings = readSettings({
    SANDBOX_PORT: '0',
    SANDBOX_DATA: join(folder, 'processor.sqlite'),
    SHOP_ORIGIN: publicUrl,
    WEBHOOK_URL: webhookUrl,
    // How long a processor takes that does not answer; the shop waits for it in earnest.
    SANDBOX_SLOW_MS: '300',
    SANDBOX_HANG_MS: '300',
  })
  return startSandbox(
    settings,
    realMachine,
    sendsWebhooks ? webhookSender(webhookUrl, signatureHeader) : null,
  )
}

/** Likewise; on the same data it can be stopped and started again. */
const openCarrier = async (folder: string, publicUrl: string, testWord: string) => {
  const webhookUrl = `${publicUrl}/api/shipment/webhook/sandbox`
  const start = (port: number): Promise<Sandbox> =>
    startCarrier(
      readCarrierSettings({
        CARRIER_PORT: String(port),
        CARRIER_DATA: join(folder, 'carrier.sqlite'),
        CARRIER_WEBHOOK_URL: webhookUrl,
        CARRIER_TEST_WORD: testWord,
        CARRIER_HANG_MS: '300',
      }),
      realMachine,
      webhookSender(webhookUrl, carrierSignatureHeader),
    )
  let running: Sandbox | null = await start(0)
  const { port, url } = running
  const stop = async (): Promise<void> => {
    await running?.stop()
    running = null
  }
  return {
    url,
    /** Resolves when all that has happened was reported to the shop. */
    deliver: async (): Promise<void> => running?.deliver(),
    stop,
    startAgain: async (): Promise<void> => {
      running ??= await start(port)
    },
  }
}

/** The heartbeat of an ended process has run out; the queue's supervisor still has to see it. */
const endHeartbeats = ({ kysely }: Pick<OpenDatabase, 'kysely'>) =>
  sql`update pgboss.job set heartbeat_on = heartbeat_on - make_interval(secs => heartbeat_seconds)
    where state = 'active'`.execute(kysely)

/** As the queue's supervisor does once the heartbeat of an ended process has run out, 10 to 25 seconds later. */
const releaseJobs = ({ kysely }: Pick<OpenDatabase, 'kysely'>) =>
  sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(kysely)

const createTestApp = async (options: TestAppOptions, stack: AsyncDisposableStack) => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-shop-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const processorFolder = newProcessorFolder()
  stack.defer(() => rm(processorFolder, { recursive: true, force: true }))
  const { fixedClock = false } = options
  const sandbox = await openProcessor(processorFolder, publicUrl, !fixedClock)
  stack.defer(sandbox.stop)
  const carrier = await openCarrier(processorFolder, publicUrl, options.carrierWord ?? 'SILENT')
  stack.defer(carrier.stop)
  const { deps, database, close } = await seededDatabase(
    options.prepare ?? (async () => undefined),
    options.server,
  )
  stack.defer(close)
  const children: ShopChild[] = []
  const fixedAt = fixedClock ? Date.now() : null
  stack.defer(async () => void (await Promise.all(children.map((child) => child.retire()))))
  /**
   * Starts a process, at the public address and in the role of the app's first one by default. Running jobs of the ended
   * ones are returned at once, or by the queue's supervisor, as after the time of a heartbeat.
   */
  const start = async (
    crashAt: string | null = null,
    at = port,
    role: ShopConfig['role'] = options.withWorker === false ? 'web' : 'all',
    jobsReturn: 'immediately' | 'after the heartbeat' = 'immediately',
  ): Promise<ShopChild> => {
    if (children.every((child) => child.isOver()))
      await (jobsReturn === 'immediately' ? releaseJobs : endHeartbeats)(database)
    const child = await startShopChild({
      program: inject('shopProgram'),
      port: at,
      publicUrl,
      address: options.reach?.(database.address) ?? database.address,
      dataFolder: folder,
      pagesFolder: inject('pagesFolder'),
      sandboxUrl: sandbox.url,
      carrierUrl: carrier.url,
      crashAt,
      role,
      fixedAt,
      environment: { ...options.environment, ...options.environmentOf?.(database.address) },
      keepsSessions: options.reach === undefined,
    })
    children.push(child)
    return child
  }
  await start(options.crashAt ?? null)
  return {
    deps,
    database,
    publicUrl,
    dataFolder: folder,
    sandboxUrl: sandbox.url,
    /** Where the processor keeps its records. */
    processorFile: join(processorFolder, 'processor.sqlite'),
    carrier,
    children,
    start,
    environment: options.environment ?? {},
  }
}

/** A database, a processor and a folder of their own, and as many web processes on them as a test starts. */
export const openTestApp = async (options: TestAppOptions = {}) => {
  await using stack = new AsyncDisposableStack()
  const { deps, ...app } = await createTestApp(options, stack)
  const built = stack.move()
  return {
    ...app,
    /** For services that a test calls by itself, without a worker that would be faster. */
    deps: deps,
    /** Changes facts of the shop as its operator would, while it runs. */
    change: (run: (tx: Tx) => Promise<unknown>): Promise<unknown> => inTransaction(deps, run),
    /** Kills every web process, lets time pass, and starts one at the public address again. */
    reopenAfter: async (days: number): Promise<void> => {
      await Promise.all(app.children.map((child) => child.kill()))
      const { kysely } = app.database
      await sql`update shop_clock set offset_milliseconds = offset_milliseconds + ${days * 86_400_000}`.execute(
        kysely,
      )
      await app.start()
    },
    close: (): Promise<void> => built.disposeAsync(),
  }
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>
