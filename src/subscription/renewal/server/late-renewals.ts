import { dateIn } from '#shared/dates.ts'
import { brand } from '#shared/brand.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { countRenewalsBefore } from '#subscription/record/server/subscription-queries.ts'

/** The number of subscriptions whose renewal day has passed without a renewal; parked ones do not count. */
export const lateRenewals = ({ database, clock }: Pick<AppDeps, 'database' | 'clock'>): Promise<number> =>
  countRenewalsBefore(database, dateIn(clock.now(), brand.timeZone))
