import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { openCharges } from '#payment/charge/server/charge-entries.ts'
import { oldestDueJob } from '#platform/job-history.ts'
import type { Log } from '#platform/log.ts'
import { lateRenewals } from '#subscription/renewal/server/late-renewals.ts'
import { databaseBytes } from '#platform/database-size.ts'
import type { Shop } from './shop.ts'

type Deps = Pick<Shop, 'deps'>

/** Every open charge that its buyer does not hold up, and since when the oldest is open. */
const measureCharges = (registry: Registry, { deps }: Deps): void => {
  const count = new Gauge({
    name: 'loam_charges_unknown',
    help: 'Charges that the processor was asked for and whose outcome is not known, for all processes.',
    registers: [registry],
    collect: async () => {
      const open = await openCharges(deps.database)
      count.set(open.count)
      oldest.set(open.oldest === null ? 0 : secondsSince(deps, open.oldest))
    },
  })
  // After the count, which sets it.
  const oldest = new Gauge({
    name: 'loam_charges_unknown_oldest_seconds',
    help: 'Age of the oldest charge whose outcome is not known; 0 without one.',
    registers: [registry],
  })
}

const secondsSince = ({ clock }: Shop['deps'], then: Temporal.Instant): number =>
  Math.max(0, Math.round(clock.now().since(then).total('seconds')))

const measureDelays = (registry: Registry, { deps }: Deps): void => {
  const registers = [registry]
  const late = new Gauge({
    name: 'loam_renewals_late',
    help: 'Active subscriptions whose renewal was due before today and has not begun; parked ones do not count.',
    registers,
    collect: async (): Promise<void> => late.set(await lateRenewals(deps)),
  })
  const jobs = new Gauge({
    name: 'loam_jobs_oldest_seconds',
    help: 'For how long the job that waits longest, a mail for example, could have been done; 0 without one.',
    registers,
    collect: async (): Promise<void> => jobs.set(await oldestDueJob(deps.database)),
  })
  const bytes = new Gauge({
    name: 'loam_database_bytes',
    help: 'Size of the database.',
    registers,
    collect: async (): Promise<void> => bytes.set(await databaseBytes(deps.database)),
  })
}

/** How the shop as a whole is doing, for all processes. */
export const measureService = (registry: Registry, shop: Deps): void => {
  measureCharges(registry, shop)
  measureDelays(registry, shop)
}

/** Counts the lines about refused attacks; the lines are written as before. */
export const withSecurityCount = (log: Log, registry: Registry): Log => {
  const refusals = new Counter({
    name: 'loam_security_refusals_total',
    help: 'Log lines of this process with the field `security`, by what was refused.',
    labelNames: ['kind'],
    registers: [registry],
  })
  for (const kind of ['webhook', 'forged token', 'forged session', 'wrong password or email'])
    refusals.inc({ kind }, 0)
  return {
    ...log,
    warn: (fields, message) => {
      const { security } = fields
      if (typeof security === 'string') refusals.inc({ kind: security })
      log.warn(fields, message)
    },
  }
}
