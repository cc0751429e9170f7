import { readCatalogue } from '#catalogue/server/plans.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { together } from '#platform/gathered.ts'
import { selectSubscriptionsById } from '#subscription/record/server/subscription-queries.ts'
import { readSubscriptionsWithTerms } from '#subscription/record/server/terms-records.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { pastCharge } from '#subscription/renewal/rules/past-charge.ts'
import { upcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import type { UpcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import { selectChargesInFlight } from '#subscription/renewal/server/open-cycles.ts'
import type { PricingDeps } from '#subscription/renewal/server/renewal-facts.ts'
import { gatherKnownPreviewFacts } from '#subscription/renewal/server/renewal-preview-facts.ts'

/** The next order of a subscription, at current prices; null when none comes. */
export interface SubscriptionWithUpcoming {
  readonly id: string
  readonly name: string
  readonly terms: SubscriptionTerms
  readonly upcoming: UpcomingOrder | null
}

/** For mails: what comes next of subscriptions of any members, in the order of these ids; those that are gone are left out. */
export const upcomingOrdersOf = async (
  services: PricingDeps,
  ids: readonly string[],
): Promise<SubscriptionWithUpcoming[]> => {
  if (ids.length === 0) return []
  const { database: db, clock } = services.deps
  const found = new Map((await selectSubscriptionsById(db, ids)).map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => found.get(id) ?? [])
  if (rows.length === 0) return []
  const [inFlight, stored, catalogue] = await together([
    selectChargesInFlight(db, ids),
    readSubscriptionsWithTerms(db, rows),
    readCatalogue(services.deps, db),
  ])
  const today = dateIn(clock.now(), brand.timeZone)
  const all = stored.map((one) => ({ ...one, ...pastCharge(one.terms, inFlight.get(one.id) ?? null, today) }))
  const facts = await gatherKnownPreviewFacts(services, db, all)
  return all.map(({ id, terms }) => {
    const known = facts.get(id) ?? null
    const name = catalogue.in(terms.currency).get(terms.planCode)?.name ?? terms.planCode
    return { id, name, terms, upcoming: known && upcomingOrder(terms, known.renewal) }
  })
}
