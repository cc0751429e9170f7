import { join } from 'node:path'
import type { CheckoutServices } from '#checkout/server/checkout-services.ts'
import type { Processor } from '#payment/processor/server/processor.ts'
import { createSandboxAdapter } from '#payment/processor/server/sandbox-adapter.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Clock } from '#platform/clock.ts'
import { createReachCrashPoint } from '#platform/crash-points.ts'
import type { DatabaseAddress, OpenDatabase } from '#platform/database.ts'
import { createIds } from '#platform/ids.ts'
import type { RandomBytes } from '#platform/ids.ts'
import { createJobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail.ts'
import { createOutgoing } from '#platform/outgoing.ts'
import type { Outgoing } from '#platform/outgoing.ts'
import { createShopClock } from '#platform/shop-clock.ts'
import type { ProcessHome } from '#platform/process-store.ts'
import { noReplica, openReplica } from '#platform/replica.ts'
import type { Replica } from '#platform/replica.ts'
import type { RequestLog } from '#platform/request-log.ts'
import type { Telemetry } from '#platform/telemetry.ts'
import { watchShopState } from '#platform/shop-state.ts'
import type { PlacesVersion } from '#location/rules/places-changes.ts'
import { publishedPlaces } from '#location/rules/published-places.ts'
import type { TaxRates } from '#location/rules/tax-rates.ts'
import { carrierServices } from '#location/rules/zones.ts'
import { readPlaceFiles } from '#location/server/place-files.ts'
import { openPlaces } from '#location/server/places.ts'
import { createTaxes, fileTaxes } from '#pricing/server/taxes.ts'
import type { TaxEvent, TaxPort } from '#pricing/server/taxes.ts'
import { Retention } from '#shared/retention.ts'
import { retentionTexts } from '#shared/messages/retention-text.ts'
import { DisputePolicy } from '#dispute/rules/dispute.ts'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import { DunningPlan } from '#subscription/dunning/rules/dunning.ts'
import { Jurisdictions } from '#subscription/notice/rules/jurisdiction.ts'
import { loadDataFile } from '#content/server/data-files.ts'
import { readPageFiles } from '#content/server/pages.ts'
import type { PageFiles } from '#content/server/pages.ts'
import type { NoticeDeps } from '#subscription/renewal/server/notices-due.ts'
import type { RenewalDeps } from '#subscription/renewal/server/renew-due.ts'
import type { CarrierPort } from '#shipment/server/carrier.ts'
import { manualCarrier } from '#shipment/server/carrier.ts'
import { createEasyPost } from '#shipment/server/easypost-carrier.ts'
import { ShippingPolicy } from '#shipment/rules/shipping-policy.ts'
import { ProblemPolicy } from '#return/rules/problem-policy.ts'
import { ReviewPolicy } from '#review/rules/review.ts'
import type { ReviewRequestServices } from '#review/server/review-requests.ts'
import { ReturnPolicy } from '#return/rules/return-policy.ts'
import type { ProblemServices } from '#return/server/problems.ts'
import type { ReturnServices } from '#return/server/returns.ts'
import { createSandboxCarrier } from '#shipment/server/sandbox-carrier.ts'
import { carrierKeys } from '../../sandbox-carrier/settings.ts'
import { developmentKeys } from '../../sandbox-processor/settings.ts'
import type { Settings } from './config.ts'
import { createEventHandler } from './event-handlers.ts'
import { jobPayloads } from './jobs.ts'
import type { DueOutcome } from './metrics.ts'
import type { RetentionServices } from './retention.ts'

/** The processor that the settings name. The sandbox is reached at `sandboxUrl`. */
const createProcessor = async (
  { processor }: Pick<Settings, 'processor'>,
  deps: Pick<AppDeps, 'outgoing' | 'log' | 'publicUrl' | 'clock'>,
  machineClock: Clock,
  sandboxUrl: string,
): Promise<Processor> => {
  const { outgoing, log, publicUrl: shopUrl, clock: shopClock } = deps
  if (processor.kind === 'stripe') {
    // Stripe's client is 37 MiB of memory that a sandbox shop need not carry.
    const { createStripeAdapter } = await import('#payment/processor/server/stripe-adapter.ts')
    return createStripeAdapter({ settings: processor, outgoing, log, machineClock })
  }
  const settings = { ...developmentKeys, apiUrl: sandboxUrl, publicUrl: sandboxUrl, shopUrl }
  return createSandboxAdapter({ settings, outgoing, log, machineClock, shopClock })
}

/** Without its wallets where the settings switch them off. */
const withWallets = (processor: Processor, { wallets }: Pick<Settings, 'wallets'>): Processor =>
  wallets ? processor : { ...processor, walletEntry: null }

/** The rates as they are published; those of the files before. */
const ratesOf = (files: PlacesVersion) => (): TaxRates => publishedPlaces().taxes ?? files.taxes

/** Who says how much tax a place takes. */
const createTaxPort = async (
  { tax }: Pick<Settings, 'tax'>,
  { outgoing }: Pick<AppDeps, 'outgoing'>,
  machineClock: Clock,
  rates: () => TaxRates,
): Promise<TaxPort> => {
  if (tax.kind === 'file') return fileTaxes(rates)
  const { stripeTaxes } = await import('#pricing/server/stripe-taxes.ts')
  return stripeTaxes({ ...tax, outgoing, machineClock })
}

/** The carrier that the settings name. The sandbox is reached at `carrierUrl`. */
const createCarrier = (
  { settings, carrierUrl }: Pick<ShopInfrastructure, 'settings' | 'carrierUrl'>,
  { outgoing, log }: AppDeps,
  file: ShippingPolicy,
): CarrierPort => {
  const policy = {
    ...file,
    /** As they are published. */
    get services() {
      return carrierServices()
    },
  }
  if (settings.carrier.kind === 'manual') return manualCarrier
  if (settings.carrier.kind === 'easypost')
    return createEasyPost({ ...settings.carrier, policy, outgoing, log })
  const { secretKey } = carrierKeys
  return createSandboxCarrier({ apiUrl: carrierUrl, secretKey, warehouse: policy.from, outgoing, log })
}

/**
 * What a simulation replaces: the machine's randomness, its network, its mail and the end of its process. Its shop is
 * alone on its database.
 */
export interface SimulationOverrides {
  readonly random: RandomBytes
  readonly outgoing: Outgoing
  readonly mailer: Mailer
  readonly reachCrashPoint: AppDeps['reachCrashPoint']
}

/** What a process provides to open the shop. */
export interface ShopInfrastructure {
  readonly settings: Settings
  readonly root: string
  readonly database: OpenDatabase & { readonly address: DatabaseAddress }
  readonly log: Log
  readonly machineClock: Clock
  readonly secret: string
  /** The data folder that the process holds for itself; missing without one. */
  readonly home?: ProcessHome
  /** Where the sandbox processor is reached; unused with another processor. */
  readonly sandboxUrl: string
  /** Where the sandbox carrier is reached; unused with another carrier. */
  readonly carrierUrl: string
  /** A step of `steps` at which a fault test ends the process; null in every other case. */
  readonly crashAt: string | null
  /** True for a shop that lasts for one command: it reads the caches' versions once and has no listening connection. */
  readonly isShortLived?: boolean
  /** False where another process, or the thread of the worker, supervises the job queue. */
  readonly supervisesJobs?: boolean
  /** False where nobody reads the shop's own metrics: in the thread of the worker. */
  readonly hasOwnMetrics?: boolean
  /** Where the runs of the due work are counted; in the shop's own metrics by default. */
  readonly countDue?: (outcome: DueOutcome) => void
  /** Where questions to the tax service are counted; likewise. */
  readonly countTax?: (event: TaxEvent) => void
  /** Where traces are recorded; nowhere by default. */
  readonly telemetry?: Telemetry
  /** Where answered requests are logged; nowhere by default. */
  readonly requestLog?: RequestLog
  /** Missing in every shop that is not simulated. */
  readonly overrides?: SimulationOverrides
}

// Only a lost notification leaves a change to the poll.
const statePollMs = 4_000

const openShopReplica = ({ settings, database, log }: Omit<ShopInfrastructure, 'root'>): Replica => {
  const { replica: found, timeLimits } = settings.database
  if (found === null) return noReplica(database.kysely)
  return openReplica({ ...found, primary: database.kysely, timeLimits, log })
}

const openAppDeps = async (infrastructure: Omit<ShopInfrastructure, 'root'>) => {
  const { settings, database, log, machineClock, secret, overrides, isShortLived = false } = infrastructure
  const { kysely, address } = database
  const { telemetry } = infrastructure
  const pollMilliseconds = overrides || isShortLived ? null : statePollMs
  const home = infrastructure.home ?? null
  const state = await watchShopState({ database: kysely, address, log, pollMilliseconds, home })
  const clock = await createShopClock(kysely, state, machineClock)
  const jobs = await createJobs(database.pool, jobPayloads, log, {
    supervises: infrastructure.supervisesJobs,
    telemetry,
    direct: database.direct,
  })
  const deps: AppDeps = {
    clock,
    ids: createIds(clock, overrides?.random),
    database: kysely,
    replica: openShopReplica(infrastructure),
    outgoing: overrides?.outgoing ?? createOutgoing(telemetry),
    log,
    state,
    publicUrl: settings.publicUrl,
    secret,
    reachCrashPoint: overrides?.reachCrashPoint ?? createReachCrashPoint(infrastructure.crashAt),
    handleEvents: createEventHandler(jobs, state, settings.cdnPurge !== null),
  }
  return { deps, clock, jobs }
}

const readPolicies = async (folder: string, { dunningEnd }: Pick<Settings, 'dunningEnd'>) => ({
  dunning: { ...(await loadDataFile(join(folder, 'dunning.json'), DunningPlan)), end: dunningEnd },
  shipping: await loadDataFile(join(folder, 'shipping.json'), ShippingPolicy),
  problems: await loadDataFile(join(folder, 'problems.json'), ProblemPolicy),
  returns: await loadDataFile(join(folder, 'returns.json'), ReturnPolicy),
  reviews: await loadDataFile(join(folder, 'reviews.json'), ReviewPolicy),
  disputes: await loadDataFile(join(folder, 'disputes.json'), DisputePolicy),
  jurisdictions: await loadDataFile(join(folder, 'jurisdictions.json'), Jurisdictions),
})

/** What rules take out of files: taxes, refused cards, what has to be said where; and the pages of this release. */
export const readRuleFiles = async (folder: string, settings: Settings) => {
  const retention = await loadDataFile(join(folder, 'retention.json'), Retention)
  const pageFiles = await readPageFiles(join(folder, 'pages'), retentionTexts(retention))
  const policies = await readPolicies(folder, settings)
  const placeFiles = await readPlaceFiles(folder, policies.shipping.services)
  return { ...policies, placeFiles, retention, pageFiles }
}

/** The dependencies of purchases, renewals and notifications. */
export type ShopServices = CheckoutServices &
  RenewalDeps &
  NoticeDeps &
  RetentionServices &
  ReturnServices &
  ReviewRequestServices &
  ProblemServices &
  DisputeServices & { readonly pageFiles: PageFiles }

/** The dependencies of this process and the services that use them: all that due work needs. */
export const openShopServices = async (
  infrastructure: Omit<ShopInfrastructure, 'root'>,
  rules: Awaited<ReturnType<typeof readRuleFiles>>,
) => {
  const { deps, clock, jobs } = await openAppDeps(infrastructure)
  const adapter = await createProcessor(
    infrastructure.settings,
    deps,
    infrastructure.machineClock,
    infrastructure.sandboxUrl,
  )
  const processor = withWallets(adapter, infrastructure.settings)
  const outboxFolder = join(infrastructure.settings.dataDir, 'outbox')
  const { warehouse } = infrastructure.settings
  const carrier = createCarrier(infrastructure, deps, rules.shipping)
  const { placeFiles, ...policies } = rules
  await openPlaces(deps, placeFiles)
  const rates = ratesOf(placeFiles)
  const { settings, machineClock, countTax: count = () => undefined } = infrastructure
  const port = await createTaxPort(settings, deps, machineClock, rates)
  const taxes = createTaxes({ deps, machineClock, port, rates, count })
  const services: ShopServices = { deps, processor, carrier, taxes, outboxFolder, warehouse, ...policies }
  return { clock, jobs, services }
}
