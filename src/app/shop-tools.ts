import { join } from 'node:path'
import type { CheckoutTools } from '#checkout/server/checkout-tools.ts'
import { readTaxProvider } from '#location/server/locations.ts'
import type { Clock } from '#platform/clock.ts'
import type { DatabaseAddress, OpenDatabase } from '#platform/database.ts'
import { createIds } from '#platform/ids.ts'
import type { RandomBytes } from '#platform/ids.ts'
import { createJobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail.ts'
import { createOutgoing } from '#platform/outgoing.ts'
import type { Outgoing } from '#platform/outgoing.ts'
import { createShopClock } from '#platform/shop-clock.ts'
import { watchShopState } from '#platform/shop-state.ts'
import { createReach } from '#platform/steps.ts'
import type { World } from '#platform/world.ts'
import { readDunningPolicy } from '#subscription/server/dunning-file.ts'
import { readJurisdictions } from '#subscription/server/jurisdictions-file.ts'
import type { NoticeTools } from '#subscription/server/notices-due.ts'
import type { RenewalTools } from '#subscription/server/renew-due.ts'
import type { Settings } from './config.ts'
import { readRetention } from './retention-file.ts'
import type { RetentionTools } from './retention.ts'
import { jobShapes } from './job-shapes.ts'
import { createListener } from './listeners.ts'
import { createProcessor } from './processor.ts'

/**
 * What a simulation brings in place of the machine's chance, its network, its mail and the end of its process. Its shop
 * is alone on its database.
 */
export interface Outside {
  readonly random: RandomBytes
  readonly outgoing: Outgoing
  readonly mailer: Mailer
  readonly reach: World['reach']
}

/** What a process brings along to open the shop on. */
export interface ShopGround {
  readonly settings: Settings
  readonly root: string
  readonly database: OpenDatabase & { readonly address: DatabaseAddress }
  readonly log: Log
  readonly machineClock: Clock
  readonly secret: string
  /** Where the sandbox processor is reached; unused with another processor. */
  readonly sandboxUrl: string
  /** A step of `steps` at which a fault test ends the process; null in every other case. */
  readonly crashAt: string | null
  /** True for a shop that lives for one command: it reads the caches' versions once and keeps no connection to be told. */
  readonly isBrief?: boolean
  /** Left out by every shop that is not simulated. */
  readonly outside?: Outside
}

const openWorld = async (ground: Omit<ShopGround, 'root'>) => {
  const { settings, database, log, machineClock, secret, outside, isBrief = false } = ground
  const { kysely, address } = database
  const pollMilliseconds = outside || isBrief ? null : 2_000
  const state = await watchShopState({ database: kysely, address, log, pollMilliseconds })
  const clock = await createShopClock(kysely, state, machineClock)
  const jobs = await createJobs(database.pool, jobShapes, log)
  const world: World = {
    clock,
    ids: createIds(clock, outside?.random),
    database: kysely,
    outgoing: outside?.outgoing ?? createOutgoing(),
    log,
    state,
    publicUrl: settings.publicUrl,
    secret,
    reach: outside?.reach ?? createReach(ground.crashAt),
    listen: createListener(jobs),
  }
  return { world, clock, jobs }
}

/** What rules take out of files: taxes, refused cards, what has to be said where. */
export const readRuleFiles = async (folder: string, { dunningEnd }: Settings) => ({
  taxes: await readTaxProvider(join(folder, 'tax-rates.json')),
  dunning: await readDunningPolicy(join(folder, 'dunning.json'), dunningEnd),
  jurisdictions: await readJurisdictions(join(folder, 'jurisdictions.json')),
  retention: await readRetention(join(folder, 'retention.json')),
})

/** What buying, renewing and telling need. */
export type ShopTools = CheckoutTools & RenewalTools & NoticeTools & RetentionTools

/** The world of this process and what works in it: all that is needed to do what is due. */
export const openTools = async (
  ground: Omit<ShopGround, 'root'>,
  rules: Awaited<ReturnType<typeof readRuleFiles>>,
) => {
  const { world, clock, jobs } = await openWorld(ground)
  const processor = await createProcessor(ground.settings, world, ground.machineClock, ground.sandboxUrl)
  const outboxFolder = join(ground.settings.dataDir, 'outbox')
  const tools: ShopTools = { world, processor, outboxFolder, ...rules }
  return { clock, jobs, tools }
}
