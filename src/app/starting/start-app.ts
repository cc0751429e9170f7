import type { FastifyInstance } from 'fastify'
import { findAccountByEmail } from '#account/server/accounts.ts'
import { changedFiles } from '#catalogue/server/catalogue-versions.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { withLock } from '#platform/advisory-locks.ts'
import { machineClock } from '#platform/clock.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import { createIds } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import type { Log } from '#platform/log.ts'
import { openTelemetry } from '#platform/telemetry.ts'
import type { Telemetry } from '#platform/telemetry.ts'
import type { ProcessHome } from '#platform/process-store.ts'
import { createRequestLog } from '#platform/request-log.ts'
import { inTransaction } from '#platform/transaction.ts'
import { seedCatalogue } from '../../../db/seed/catalogue.ts'
import { seedCoupons } from '../../../db/seed/coupons.ts'
import { seedDemo } from '../../../db/seed/demo.ts'
import { people } from '../../../db/seed/people.ts'
import type { PageSource } from '../../web/rendering/built-pages.ts'
import type { Settings } from '../config.ts'
import { loadOrCreateToken, openDataFolder } from '#platform/data-folder.ts'
import { readMetrics } from '#platform/metric-readings.ts'
import { startRole } from '../roles.ts'
import type { ShopInfrastructure } from '../shop-services.ts'
import { openShop } from '../shop.ts'
import type { Shop } from '../shop.ts'
import type { ShopWorker } from '../worker.ts'
import { openSandboxes } from './sandboxes.ts'
import type { SandboxUrls } from './sandboxes.ts'
import { connectDatabase, startDatabaseServer } from './shop-database.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { startWorkerThread } from './worker-thread.ts'

const isDemoComplete = async ({ deps }: Pick<Shop, 'deps'>): Promise<boolean> => {
  const accounts = await Promise.all(people.map(({ email }) => findAccountByEmail(deps.database, email)))
  return accounts.every((account) => account?.passwordHash)
}

type SeededShop = Pick<Shop, 'deps' | 'catalogueFiles'>

const fillCatalogue = async ({ deps, catalogueFiles }: SeededShop): Promise<void> => {
  if (catalogueFiles.length === 0 || (await listPlans(deps, defaultCurrency)).size > 0) return
  await inTransaction(deps, async (tx) => {
    await seedCatalogue(tx, catalogueFiles)
    // They are about the plans of the sample.
    if (globalThis.shopBrand === undefined) await seedCoupons(tx)
  })
}

/**
 * Seeds an empty shop with the catalogue of its files and, if the settings want them, the demo members; once, however many
 * processes start together. The next start completes what an interrupted one left out.
 */
const seedWhenEmpty = (infrastructure: ShopInfrastructure, shop: SeededShop): Promise<void> =>
  withLock(infrastructure.database.direct, 'seed', async () => {
    await fillCatalogue(shop)
    if (infrastructure.settings.demo && !(await isDemoComplete(shop))) await seedDemo(infrastructure)
  })

/** A release that changes a file changes no shop: its operator sees the difference, and imports it if it is wanted. */
const reportChangedFiles = async ({ deps, catalogueFiles }: SeededShop): Promise<void> => {
  const codes = (await changedFiles(deps.database, catalogueFiles)).map(({ document }) => document.sku)
  if (codes.length > 0)
    deps.log.warn(
      { codes },
      'files of content/catalogue are not what the shop sells; see npm run shop -- catalogue',
    )
}

interface ResourceOptions {
  readonly settings: Settings
  /** The checkout's folder. */
  readonly root: string
}

interface StartOptions extends ResourceOptions {
  /** A step at which a fault test ends the process; null otherwise. */
  readonly crashAt: string | null
  /** The program of the worker's thread. */
  readonly threadFile: URL
}

/** What a shop is opened on; in development one shop after the other. */
export interface Resources extends ResourceOptions, SandboxUrls {
  readonly log: Log
  readonly telemetry: Telemetry
  readonly secret: string
  readonly home: ProcessHome
  readonly databaseAddress: DatabaseAddress
}

/** Takes the data folder and starts the database server and the sandboxes. Throws StartFailure. */
export const openResources = async (
  { settings, root }: ResourceOptions,
  stack: AsyncDisposableStack,
): Promise<Resources> => {
  const log = createLog(settings.logLevel)
  const telemetry = await openTelemetry(settings.hasTelemetry)
  stack.defer(telemetry.stop)
  const folder = await openDataFolder(settings.dataDir)
  stack.defer(folder.release)
  const ids = createIds(machineClock)
  const secret = settings.secret ?? (await loadOrCreateToken(folder.secretFile, ids))
  const home = { folder: await loadOrCreateToken(folder.idFile, ids), start: ids.uuid() }
  const { databaseUrl, databasePoolerUrl: poolerUrl } = settings
  const database = await startDatabaseServer({ databaseUrl, poolerUrl, folder: folder.database, log })
  stack.defer(database.stop)
  const sandboxUrls = await openSandboxes(settings, folder, log, stack)
  return { settings, root, log, telemetry, secret, home, databaseAddress: database.address, ...sandboxUrls }
}

interface OpenedApp {
  readonly shop: Shop
  /** Does not listen yet. */
  readonly server: FastifyInstance
  /** Finishes what runs. */
  readonly stop: () => Promise<void>
}

interface AppOptions {
  readonly role: Settings['role']
  readonly crashAt?: string | null
  readonly pageSource?: PageSource
}

/**
 * Opens the shop and what its role needs in this thread, with the pages of the build by default. `stack` closes the shop; its
 * caller has to `stop` the work before. Throws StartFailure.
 */
export const openApp = async (
  resources: Resources,
  stack: AsyncDisposableStack,
  { role, crashAt = null, pageSource }: AppOptions,
): Promise<OpenedApp> => {
  const { root, log, telemetry, databaseAddress } = resources
  const observers = { log, telemetry }
  const database = await connectDatabase(databaseAddress, { root, ...observers }, resources.settings.database)
  stack.defer(database.close)
  const infrastructure = {
    ...resources,
    database,
    machineClock,
    crashAt,
    supervisesJobs: role !== 'web',
    requestLog: createRequestLog(resources.settings.logLevel),
  }
  const shop = await openShop(infrastructure)
  stack.defer(shop.close)
  await seedWhenEmpty(infrastructure, shop)
  await reportChangedFiles(shop)
  const atWork = await startRole(role, shop, pageSource)
  if (telemetry.isOn) await telemetry.observe(() => readMetrics(shop.metrics.registry))
  return { shop, ...atWork }
}

/** Starts the worker that the process of `npm start` runs beside its server. */
const startThread = (
  resources: Resources,
  { metrics }: Shop,
  { threadFile, crashAt }: StartOptions,
): ShopWorker => {
  const { settings, root, databaseAddress, secret, home, sandboxUrl, carrierUrl, log } = resources
  const data = { settings, root, databaseAddress, secret, home, sandboxUrl, carrierUrl, crashAt }
  return startWorkerThread({
    threadFile,
    data,
    log,
    countDue: metrics.due.count,
    countTax: metrics.tax.count,
  })
}

/**
 * Opens the whole shop; with the role `all` its worker has a thread of its own. What was opened is closed again when something
 * fails; afterwards the caller closes `stack`.
 */
export const startApp = async (
  options: StartOptions,
): Promise<{ shop: Shop; stack: AsyncDisposableStack }> => {
  await using stack = new AsyncDisposableStack()
  const { crashAt } = options
  const { host, port, role } = options.settings
  const resources = await openResources(options, stack)
  const isAll = role === 'all'
  const { shop, server, stop } = await openApp(resources, stack, { role: isAll ? 'web' : role, crashAt })
  let worker: ShopWorker | null = null
  // Both at once: a running request does not wait for the last mail.
  stack.defer(async () => void (await Promise.all([stop(), worker?.stop()])))
  await server.listen({ host, port })
  // Only now, for it takes the processor's time from the first pages.
  if (isAll) worker = startThread(resources, shop, options)
  return { shop, stack: stack.move() }
}
