import { join } from 'node:path'
import { createIdentityTokens } from '#account/server/identity-token.ts'
import { sessionCookieName } from '#account/server/sessions.ts'
import { agentCookieName } from '#agent/server/agents.ts'
import { deskCookieName } from '#staff/server/staff-sessions.ts'
import type { Destination } from '#analytics/server/destination.ts'
import { createDestinations } from '#analytics/server/create-destinations.ts'
import { adoptFiles, needsAdoption } from '#catalogue/server/catalogue-versions.ts'
import type { LivePages } from '#content/server/pages.ts'
import { openLivePages } from '#content/server/pages.ts'
import type { Nameable } from '#catalogue/rules/catalogue-changes.ts'
import type { FlagsFile } from '#experiment/rules/flags-file.ts'
import { openFlags } from '#experiment/server/flag-providers.ts'
import type { FlagSource } from '#experiment/server/flag-providers.ts'
import { adoptFlags, createFlagReader } from '#experiment/server/flag-versions.ts'
import { createWebhookSender } from '#partner/webhook/server/webhook-senders.ts'
import type { WebhookSender } from '#partner/webhook/server/webhook-senders.ts'
import { createCardGate } from '#payment/charge/server/card-gates.ts'
import type { CardGate } from '#payment/charge/server/card-gates.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Clock } from '#platform/clock.ts'
import type { JobHandlers, Jobs } from '#platform/jobs.ts'
import { dataFolderPaths } from '#platform/data-folder.ts'
import { createFolderStorage } from '#platform/file-storage.ts'
import type { FileStorage } from '#platform/file-storage.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import { createOutboxMailer, createSmtpMailer, tracedMailer } from '#platform/mail.ts'
import type { Mailer } from '#platform/mail.ts'
import { createPublicSender } from '#platform/public-sender.ts'
import { noRequestLog } from '#platform/request-log.ts'
import type { RequestLog } from '#platform/request-log.ts'
import { serialize } from '#platform/serialize.ts'
import type { ShopClock } from '#platform/shop-clock.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { noTelemetry } from '#platform/telemetry.ts'
import type { Telemetry } from '#platform/telemetry.ts'
import { asWork } from '#platform/time-limits.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { openSurveys } from '#survey/server/surveys.ts'
import type { Surveys } from '#survey/server/surveys.ts'
import type { Settings } from './config.ts'
import { nameableOf, readDataFiles } from './data-files.ts'
import type { DataFiles } from './data-files.ts'
import { createDraining } from '../web/http/health.ts'
import type { Draining } from '../web/http/health.ts'
import type { DueReport, DueWorkServices } from './due-steps.ts'
import { isAnyDue, nothingDue, runDue, stepsAt } from './due-work.ts'
import type { ShopJobPayloads } from './jobs.ts'
import { createMailJobs, createVisitorJobs } from './jobs.ts'
import { createMetrics, withSecurityCount } from './metrics.ts'
import type { DueOutcome, Metrics } from './metrics.ts'
import { openShopServices, readRuleFiles } from './shop-services.ts'
import type { ShopInfrastructure, ShopServices } from './shop-services.ts'
import { createWebhooks } from './webhooks.ts'
import type { TakeCarrierWebhook, TakeMailWebhook, TakeWebhook } from './webhooks.ts'

/** The shop with its modules: what the web server and the worker share. */
export interface Shop extends Omit<DataFiles, 'flags' | 'surveyFiles'> {
  readonly settings: Settings
  /** Where the sandbox processor is; empty with a real one. */
  readonly sandboxUrl: string
  readonly deps: AppDeps
  readonly clock: ShopClock
  readonly services: ShopServices
  readonly content: LivePages
  /** The files that staff upload. */
  readonly storage: FileStorage
  readonly flags: FlagSource
  /** As they are published now. */
  readonly surveys: Surveys
  /** What entries of the catalogue may name. */
  readonly nameable: Nameable
  /** The analytics destinations. */
  readonly destinations: readonly Destination[]
  /** The limits for entered cards. */
  readonly cardGate: CardGate
  readonly jobs: Jobs<ShopJobPayloads>
  readonly jobHandlers: JobHandlers<ShopJobPayloads>
  /**
   * Runs all due work, or with `second` the steps whose turn it is this many seconds after the first run; in this process one run
   * after the other, so that nothing is left running after a run.
   */
  readonly runDue: (second?: number) => Promise<DueReport>
  readonly metrics: Metrics
  readonly telemetry: Telemetry
  /** One line for each answered request. */
  readonly requestLog: RequestLog
  readonly draining: Draining
  /** Sends partners what has happened. */
  readonly webhooks: WebhookSender
  /** Connections to the database that this process holds, and how many requests wait for one. */
  readonly connections: () => { readonly open: number; readonly idle: number; readonly waiting: number }
  readonly sessionCookie: string
  readonly agentCookie: string
  readonly deskCookie: string
  readonly outboxFolder: string
  /** Where the built pages are. */
  readonly buildFolder: string
  readonly identityOf: (context: RequestContext) => Promise<string | null>
  readonly takeWebhook: TakeWebhook
  readonly takeCarrierWebhook: TakeCarrierWebhook
  readonly takeMailWebhook: TakeMailWebhook
  readonly close: () => Promise<void>
}

const createMailer = (
  { settings, telemetry, overrides }: ReturnType<typeof observedBy>,
  folder: string,
  clock: Clock,
): Mailer => {
  if (overrides) return overrides.mailer
  const from = brand.mailFrom
  const mailer =
    settings.smtpUrl === null
      ? createOutboxMailer({ folder, from, clock })
      : createSmtpMailer({ url: settings.smtpUrl, from, bounceAddress: settings.bounceAddress })
  return tracedMailer(mailer, telemetry)
}

const createJobHandlers = (
  services: ShopServices,
  mailer: Mailer,
  externalServices: Pick<Shop, 'flags' | 'destinations' | 'surveys'> & Pick<Settings, 'cdnPurge'>,
): JobHandlers<ShopJobPayloads> => ({
  ...createMailJobs({ ...services, mailer }),
  ...createVisitorJobs({ ...services, ...externalServices }),
})

/** What operators write in files, read and checked; a shop that opens again in the same process need not read again. */
export const readShopFiles = async (root: string, settings: Settings) => {
  const folder = settings.contentDir ?? join(root, 'content')
  const rules = await readRuleFiles(folder, settings)
  return { data: await readDataFiles(folder), rules }
}

type ShopFiles = Awaited<ReturnType<typeof readShopFiles>>

/** The external flag service and the analytics destinations, as far as the operator configured them. */
const openExternalServices = async (deps: AppDeps, { ofrep, destinations }: Settings, known: FlagsFile) => ({
  flags: await openFlags(deps, createFlagReader(deps, known), ofrep),
  destinations: createDestinations(deps, destinations),
})

const createShopCardGate = (deps: AppDeps, { turnstile, cardLimits }: Settings): CardGate =>
  createCardGate(deps, createHumanCheck(deps, turnstile), cardLimits)

/** Where the settings keep uploaded files. */
const createStorage = async ({ storage, dataDir }: Settings, { outgoing }: AppDeps): Promise<FileStorage> => {
  if (storage.kind === 'folder') return createFolderStorage(dataFolderPaths(dataDir).uploads)
  const { createS3Storage } = await import('#platform/s3-storage.ts')
  return createS3Storage(storage, outgoing)
}

/** The time machine waits for the due runs of every process, and only a sandbox shop has one. */
const createDueRun = (
  services: DueWorkServices,
  { processor }: Settings,
  count: (outcome: DueOutcome) => void,
): Shop['runDue'] => {
  /** Only what has work takes the lock: an idle shop asks its database with one statement a second. */
  const runAt = async (second?: number): Promise<DueReport> => {
    const steps = second === undefined ? undefined : stepsAt(second)
    if (steps && !(await isAnyDue(services, steps))) return nothingDue
    const run = (): Promise<DueReport> => runDue(services, steps)
    return processor.kind === 'sandbox' ? services.deps.state.duringDueRun(run) : run()
  }
  const countedRun = async (second?: number): Promise<DueReport> => {
    try {
      const report = await runAt(second)
      // Each second, from the worker's thread to its process.
      if (report !== nothingDue) count(report)
      return report
    } catch (thrown) {
      count('database')
      throw thrown
    }
  }
  return serialize((second?: number) => asWork('background', () => countedRun(second)))
}

/** Sends partners what has happened; a sandbox shop sends it to programs on this machine too. */
const createPartnerWebhooks = (
  deps: AppDeps,
  { settings, machineClock }: Pick<ShopInfrastructure, 'settings' | 'machineClock'>,
): WebhookSender => {
  const sender = createPublicSender({ allowsLoopback: settings.processor.kind === 'sandbox' })
  return createWebhookSender({ deps, sender, machineClock })
}

const cookieNames = ({
  publicUrl,
}: Settings): Pick<Shop, 'sessionCookie' | 'agentCookie' | 'deskCookie'> => ({
  sessionCookie: sessionCookieName(publicUrl),
  agentCookie: agentCookieName(publicUrl),
  deskCookie: deskCookieName(publicUrl),
})

/** What a shop does not bring to be counted and recorded is counted in its own metrics, and recorded nowhere. */
const observedBy = ({ due, tax, registry }: Metrics, infrastructure: ShopInfrastructure) => ({
  ...infrastructure,
  countDue: infrastructure.countDue ?? due.count,
  countTax: infrastructure.countTax ?? tax.count,
  telemetry: infrastructure.telemetry ?? noTelemetry,
  requestLog: infrastructure.requestLog ?? noRequestLog,
  log: withSecurityCount(infrastructure.log, registry),
})

const closeShop = async (
  { deps }: ShopServices,
  { jobs, webhooks }: Pick<Shop, 'jobs' | 'webhooks'>,
  mailer: Mailer,
): Promise<void> => {
  await webhooks.stop()
  await jobs.stop()
  mailer.close()
  await deps.state.stop()
  await deps.replica.close()
}

const ownSettings = ({ settings, sandboxUrl }: ShopInfrastructure) => ({ settings, sandboxUrl })

/** The pages and surveys as they are published now, and where pictures are. */
const openContent = async (deps: AppDeps, settings: Settings, { data, rules }: ShopFiles) => {
  const surveys = await openSurveys(deps, data.surveyFiles)
  return {
    content: await openLivePages(deps, rules.pageFiles),
    storage: await createStorage(settings, deps),
    surveys,
    nameable: nameableOf(surveys),
  }
}

/**
 * A shop from before the catalogue and the flags had versions, or that a release before changed meanwhile, gets the versions that it
 * lacks.
 */
const adoptVersions = async (
  deps: AppDeps,
  { catalogueFiles, flags }: Awaited<ReturnType<typeof readDataFiles>>,
): Promise<void> => {
  if (await needsAdoption(deps.database)) await inTransaction(deps, (tx) => adoptFiles(tx, catalogueFiles))
  await adoptFlags(deps, flags)
}

const connectionsOf =
  ({ database: { pool } }: ShopInfrastructure): Shop['connections'] =>
  () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })

/** Opens the shop: dependencies, services and routes. Closing leaves the database open. */
export const openShop = async (infrastructure: ShopInfrastructure, filesRead?: ShopFiles): Promise<Shop> => {
  const { settings, root } = infrastructure
  const files = filesRead ?? (await readShopFiles(root, settings))
  const metrics = createMetrics(infrastructure.hasOwnMetrics)
  const observed = observedBy(metrics, infrastructure)
  const { clock, jobs, services } = await openShopServices(observed, files.rules)
  const { deps, outboxFolder } = services
  await adoptVersions(deps, files.data)
  const mailer = createMailer(observed, outboxFolder, clock)
  const identity = createIdentityTokens(deps)
  const externalServices = await openExternalServices(deps, settings, files.data.flags)
  const content = await openContent(deps, settings, files)
  const webhooks = createPartnerWebhooks(deps, infrastructure)
  return {
    ...ownSettings(infrastructure),
    deps,
    clock,
    services,
    jobs,
    cardGate: createShopCardGate(deps, settings),
    outboxFolder,
    buildFolder: join(root, 'build'),
    ...files.data,
    ...content,
    ...externalServices,
    jobHandlers: createJobHandlers(services, mailer, { ...settings, ...externalServices, ...content }),
    ...cookieNames(settings),
    identityOf: ({ actor }: RequestContext) =>
      actor.kind === 'member' ? identity.sign(actor) : Promise.resolve(null),
    metrics,
    telemetry: observed.telemetry,
    requestLog: observed.requestLog,
    draining: createDraining(),
    webhooks,
    connections: connectionsOf(infrastructure),
    runDue: createDueRun(services, settings, observed.countDue),
    ...createWebhooks(services, infrastructure),
    close: () => closeShop(services, { jobs, webhooks }, mailer),
  }
}
