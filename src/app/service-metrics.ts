import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { openDeliveries } from '#analytics/server/deliveries.ts'
import { couponReviews } from '#coupon/server/coupons.ts'
import { openDisputes } from '#dispute/server/disputes.ts'
import { referralReviews } from '#loyalty/server/referral-reviews.ts'
import { refusedTaxRecords, unrecordedTaxes } from '#order/server/orders.ts'
import { openCharges, openOtherSums } from '#payment/charge/server/charge-entries.ts'
import { needsEvidence } from '#payment/processor/rules/dispute-state.ts'
import { refusedRefunds } from '#payment/refund/server/refunds.ts'
import { oldestDueJob } from '#platform/job-history.ts'
import { lateRenewals } from '#subscription/renewal/server/late-renewals.ts'
import { parkedCount } from '#subscription/renewal/server/parked-subscriptions.ts'
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

const measureQueues = (registry: Registry, { jobs }: Pick<Shop, 'jobs'>): void => {
  const waiting = new Gauge({
    name: 'loam_jobs',
    help: 'Jobs in the database by state, for all processes; `dead` were given up and need an operator.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      for (const [state, count] of Object.entries(await jobs.counts())) waiting.set({ state }, count)
    },
  })
}

const measureDeliveries = (
  registry: Registry,
  { deps, destinations }: Pick<Shop, 'deps' | 'destinations'>,
): void => {
  const open = new Gauge({
    name: 'loam_deliveries',
    help: 'Events that are not delivered to their destination yet, or failed for good, for all processes.',
    labelNames: ['destination', 'state'],
    registers: [registry],
    collect: async () => {
      open.reset()
      for (const { name } of destinations)
        for (const state of ['waiting', 'failed']) open.set({ destination: name, state }, 0)
      for (const { destination, state, count } of await openDeliveries(deps.database))
        open.set({ destination, state }, count)
    },
  })
}

const measureRefunds = (registry: Registry, { deps }: Deps): void => {
  const refused = new Gauge({
    name: 'loam_refunds_refused',
    help: 'Refunds that the card processor refused for good and that need an operator.',
    registers: [registry],
    collect: async () => {
      refused.set((await refusedRefunds(deps.database)).length)
    },
  })
}

const measureOtherSums = (registry: Registry, { deps }: Deps): void => {
  const open = new Gauge({
    name: 'loam_other_sum_charges',
    help: 'Charges of which the processor took another sum or currency than was asked for, until that was refunded there.',
    registers: [registry],
    collect: async () => {
      open.set((await openOtherSums(deps.database)).length)
    },
  })
}

const measureDisputes = (registry: Registry, { deps }: Deps): void => {
  const open = new Gauge({
    name: 'loam_disputes_open',
    help: 'Disputes and inquiries that are not decided; `unanswered` wait for the evidence of the shop.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      const disputes = await openDisputes(deps.database)
      const unanswered = disputes.filter(({ state }) => needsEvidence(state)).length
      open.set({ state: 'unanswered' }, unanswered)
      open.set({ state: 'answered' }, disputes.length - unanswered)
    },
  })
}

const measureParked = (registry: Registry, { deps }: Deps): void => {
  const parked = new Gauge({
    name: 'loam_renewals_parked',
    help: 'Subscriptions that failed and are excluded from renewals until an operator retries them or they change.',
    registers: [registry],
    collect: async () => {
      parked.set(await parkedCount(deps.database))
    },
  })
}

const measureReviews = (registry: Registry, { deps }: Deps): void => {
  const open = new Gauge({
    name: 'loam_reviews_open',
    help: 'Coupon uses and referrals that may be of one person and need a review (`reviews`).',
    labelNames: ['kind'],
    registers: [registry],
    collect: async () => {
      open.set({ kind: 'coupon' }, (await couponReviews(deps.database)).length)
      open.set({ kind: 'referral' }, (await referralReviews(deps.database)).length)
    },
  })
}

/** Sales and refunds that the tax service does not have, for all processes. */
const measureTaxRecords = (registry: Registry, { deps }: Deps): void => {
  const missing = new Gauge({
    name: 'loam_tax_unrecorded',
    help: 'Orders that the tax service has still to be sent, and records that it refused for good.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      missing.set({ state: 'waiting' }, await unrecordedTaxes(deps.database))
      missing.set({ state: 'refused' }, await refusedTaxRecords(deps.database))
    },
  })
}

/** How the shop as a whole is doing, for all processes. */
export const measureService = (
  registry: Registry,
  shop: Pick<Shop, 'deps' | 'jobs' | 'destinations'>,
): void => {
  measureQueues(registry, shop)
  measureDeliveries(registry, shop)
  measureRefunds(registry, shop)
  measureOtherSums(registry, shop)
  measureDisputes(registry, shop)
  measureParked(registry, shop)
  measureReviews(registry, shop)
  measureTaxRecords(registry, shop)
  measureCharges(registry, shop)
  measureDelays(registry, shop)
}
