import type { Kysely } from 'kysely'
import { chargesFor } from '#payment/charge/server/payments.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import { termsWhileOwed } from '#subscription/dunning/rules/dunning.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { upcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import type { UpcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import { selectCycle } from '#subscription/record/server/billing-cycle-store.ts'
import { selectCase, selectUnpaidCases } from '#subscription/dunning/server/dunning-store.ts'
import type { StoredDunningCase } from '#subscription/dunning/server/dunning-case-record.ts'
import { gatherRenewalFacts } from '#subscription/renewal/server/renewal-facts.ts'
import type { PricingDeps, RenewalFacts } from '#subscription/renewal/server/renewal-facts.ts'
import { readTerms } from '#subscription/record/server/terms-records.ts'
import { selectSubscriptionById } from '#subscription/record/server/subscription-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import type { Cents } from '#shared/money.ts'
import { isPriced } from '#subscription/record/server/billing-cycle-record.ts'
import type { PricedCycle } from '#subscription/record/server/billing-cycle-record.ts'

/** An order that waits for a card, priced as it would be charged now. */
export interface OwedOrder {
  readonly dunningCase: StoredDunningCase
  readonly cycle: PricedCycle
  readonly row: StoredSubscription
  readonly terms: SubscriptionTerms
  readonly facts: RenewalFacts
  readonly upcoming: UpcomingOrder
}

/** A case, read after its cycle: a payment that is settled between the two shows as pending or paid, never as owed. */
const caseWithCycle = async (db: Kysely<Database>, caseId: string) => {
  const named = await selectCase(db, caseId)
  const cycle = named && (await selectCycle(db, named.billingCycleId))
  return { cycle, dunningCase: await selectCase(db, caseId) }
}

/**
 * The owed order of a case. Throws LINK_EXPIRED for a case that does not exist, or that its member has closed by
 * another decision.
 */
export const owedOrderOf = async (
  services: PricingDeps,
  db: Kysely<Database>,
  caseId: string,
): Promise<OwedOrder> => {
  const { cycle, dunningCase } = await caseWithCycle(db, caseId)
  const row = dunningCase && (await selectSubscriptionById(db, dunningCase.subscriptionId))
  if (!dunningCase || !cycle || !isPriced(cycle) || !row || dunningCase.state === 'closed')
    throw new ShopError('LINK_EXPIRED')
  const now = services.deps.clock.now()
  const storedTerms = await readTerms(db, row)
  const terms = termsWhileOwed(storedTerms, dunningCase, now, dateIn(now, brand.timeZone))
  const facts = (
    await gatherRenewalFacts(services, db, [
      { id: row.id, accountId: row.accountId, terms, endedCoupon: row.endedCouponCode },
    ])
  ).get(row.id)
  // A paid one that has ended since has no upcoming order; it is shown as it was.
  const upcoming = facts && upcomingOrder({ ...terms, state: 'active' }, facts.renewal)
  if (!facts || !upcoming) throw new ShopError('LINK_EXPIRED')
  return { dunningCase, cycle, row, terms, facts, upcoming }
}

/** What a card would be charged now for a subscription's declined order; LINK_EXPIRED when nothing is owed. */
export const owedCents = async (services: PricingDeps, subscriptionId: string): Promise<Cents> => {
  const db = services.deps.database
  const dunningCase = (await selectUnpaidCases(db, [subscriptionId])).get(subscriptionId)
  if (!dunningCase) throw new ShopError('LINK_EXPIRED')
  return toPayCents((await owedOrderOf(services, db, dunningCase.id)).upcoming.price.totals)
}

/** The latest charge of a cycle, if its member requested it by the link. */
export const chargeByLink = async (db: Kysely<Database>, cycle: PricedCycle): Promise<Charge | null> => {
  if (cycle.recoveryCaseId === null) return null
  const [charge] = await chargesFor(db, 'renewal', cycle.id)
  return charge ?? null
}
