import type { Kysely } from 'kysely'
import { chargesFor } from '#payment/server/payments.ts'
import type { Charge } from '#payment/server/payments.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import { owedSteering } from '../rules/dunning.ts'
import type { Steering } from '../rules/steering.ts'
import { upcomingOrder } from '../rules/upcoming-order.ts'
import type { UpcomingOrder } from '../rules/upcoming-order.ts'
import { selectCycle } from './billing-cycle-store.ts'
import type { BillingCycleRow } from './billing-cycle-store.ts'
import { caseOf } from './dunning-cases.ts'
import { selectCase, selectStandingCases } from './dunning-store.ts'
import type { DunningCaseRow } from './dunning-store.ts'
import { gatherRenewalFacts } from './renewal-facts.ts'
import type { RenewalFacts, RenewalSources } from './renewal-facts.ts'
import { readSteering } from './steering-records.ts'
import { selectSubscriptionById } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** An order that waits for a card, priced as it would be charged now. */
export interface OwedOrder {
  readonly dunned: DunningCaseRow
  readonly cycle: BillingCycleRow
  readonly row: SubscriptionRow
  readonly steering: Steering
  readonly facts: RenewalFacts
  readonly upcoming: UpcomingOrder
}

export const isInHand = ({ state }: Pick<BillingCycleRow, 'state'>): boolean =>
  state === 'charging' || state === 'unknown'

/**
 * The owed order of a case. Throws LINK_EXPIRED for a case that there is not, or that its member has closed by another
 * decision.
 */
export const owedOrderOf = async (
  sources: RenewalSources,
  db: Kysely<Database>,
  caseId: string,
): Promise<OwedOrder> => {
  const dunned = await selectCase(db, caseId)
  const cycle = dunned && (await selectCycle(db, dunned.billing_cycle_id))
  const row = dunned && (await selectSubscriptionById(db, dunned.subscription_id))
  if (!dunned || !cycle || !row || dunned.state === 'closed') throw new ShopError('LINK_EXPIRED')
  const now = sources.world.clock.now()
  const held = await readSteering(db, row)
  const steering = owedSteering(held, caseOf(dunned), now, dateIn(now, brand.timeZone))
  const facts = (
    await gatherRenewalFacts(sources, db, [
      { id: row.id, accountId: row.account_id, steering, endedCoupon: row.ended_coupon_code },
    ])
  ).get(row.id)
  // Of one that is paid and has ended since, nothing is to come; it is shown as it was.
  const upcoming = facts && upcomingOrder({ ...steering, state: 'active' }, facts.renewal)
  if (!facts || !upcoming) throw new ShopError('LINK_EXPIRED')
  return { dunned, cycle, row, steering, facts, upcoming }
}

/** What a card would be asked for a subscription's refused order now, as a numeric string; LINK_EXPIRED when nothing is owed. */
export const owedTotal = async (sources: RenewalSources, subscriptionId: string): Promise<string> => {
  const db = sources.world.database
  const dunned = (await selectStandingCases(db, [subscriptionId])).get(subscriptionId)
  if (!dunned) throw new ShopError('LINK_EXPIRED')
  return wirePrice((await owedOrderOf(sources, db, dunned.id)).upcoming.toPayCents)
}

/** The latest charge of a cycle, when its member asked for it by the link. */
export const chargeByLink = async (
  db: Kysely<Database>,
  cycle: Pick<BillingCycleRow, 'id' | 'recovery_case_id'>,
): Promise<Charge | null> => {
  if (cycle.recovery_case_id === null) return null
  const [charge] = await chargesFor(db, 'renewal', cycle.id)
  return charge ?? null
}
