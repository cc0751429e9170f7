import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { creditForNextOrder } from '../rules/credit-for-next-order.ts'
import type { MemberRenewalInputs } from '../rules/credit-for-next-order.ts'
import { inputsAfterOrder } from '../rules/renewal-inputs.ts'
import { selectNumbersInFlight } from './open-cycles.ts'
import { gatherKnownFacts, gatherRenewalFacts } from './renewal-facts.ts'
import type { SubscriptionWithTerms, RenewalFacts, PricingDeps } from './renewal-facts.ts'
import { readSubscriptionsWithTerms } from '#subscription/record/server/terms-records.ts'
import { selectLiveSubscriptionsOf } from '#subscription/record/server/subscription-store.ts'
import { creditKey } from '#credit/rules/credit-use.ts'

/** The facts of the next order of a subscription, with those that credit may pay before it. */
export interface RenewalPreviewFacts extends RenewalFacts {
  /** The member's other subscriptions; none if there is no credit to share. */
  readonly others: readonly MemberRenewalInputs[]
}

type FactsById = ReadonlyMap<string, RenewalFacts>

const balanceIn = (facts: FactsById, id: string): number => facts.get(id)?.renewal.availableCreditCents ?? 0

/**
 * All upcoming orders of the members of these subscriptions who have credit, as they are or as a change would make
 * them; by member and currency.
 */
const otherSubscriptionsOf = async (
  services: PricingDeps,
  db: Kysely<Database>,
  all: readonly SubscriptionWithTerms[],
  facts: FactsById,
): Promise<ReadonlyMap<string, readonly MemberRenewalInputs[]>> => {
  const spending = all.filter(({ id }) => balanceIn(facts, id) > 0)
  if (spending.length === 0) return new Map()
  const known = new Set(all.map(({ id }) => id))
  const rows = await selectLiveSubscriptionsOf(
    db,
    spending.map(({ accountId }) => accountId),
  )
  const rest = await readSubscriptionsWithTerms(
    db,
    rows.filter(({ id }) => !known.has(id)),
  )
  const restFacts = await gatherKnownFacts(services, db, rest)
  const charged = await selectNumbersInFlight(
    db,
    rows.map(({ id }) => id),
  )
  const inputsOfAll = [...all, ...rest].flatMap(({ id, accountId, terms }) => {
    const fact = facts.get(id) ?? restFacts.get(id)
    if (!fact) return []
    const planned = { terms, renewal: fact.renewal, ordersLeft: fact.ending?.ordersLeft ?? null }
    // Credit for an order that is being charged is reserved already.
    const inputs = charged.get(id) === terms.nextCycle ? inputsAfterOrder(planned) : planned
    return [{ key: creditKey(accountId, terms.currency), renewalInputs: { id, ...inputs } }]
  })
  const byBalance = Map.groupBy(inputsOfAll, ({ key }) => key)
  return new Map(
    [...byBalance].map(([key, ofBalance]) => [key, ofBalance.map(({ renewalInputs }) => renewalInputs)]),
  )
}

const withSharedCredit = async (
  services: PricingDeps,
  db: Kysely<Database>,
  all: readonly SubscriptionWithTerms[],
  facts: FactsById,
): Promise<ReadonlyMap<string, RenewalPreviewFacts>> => {
  const inputs = await otherSubscriptionsOf(services, db, all, facts)
  return new Map(
    all.flatMap(({ id, accountId, terms, atOnce = false }) => {
      const fact = facts.get(id)
      if (!fact) return []
      const others = (inputs.get(creditKey(accountId, terms.currency)) ?? []).filter(
        (other) => other.id !== id,
      )
      const balance = balanceIn(facts, id)
      const availableCreditCents = atOnce ? balance : creditForNextOrder(balance, { id, terms }, others)
      return [[id, { ...fact, others, renewal: { ...fact.renewal, availableCreditCents } }] as const]
    }),
  )
}

/**
 * As `gatherRenewalFacts`, for what members are shown: the credit that remains after the orders that are charged
 * before. An order that is requested at once gets all of it.
 */
export const gatherPreviewFacts = async (
  services: PricingDeps,
  db: Kysely<Database>,
  all: readonly SubscriptionWithTerms[],
): Promise<ReadonlyMap<string, RenewalPreviewFacts>> => {
  const facts = await gatherRenewalFacts(services, db, all)
  return withSharedCredit(services, db, all, facts)
}

/** As `gatherComingFacts`, without those that have lost their address or a plan. */
export const gatherKnownPreviewFacts = async (
  services: PricingDeps,
  db: Kysely<Database>,
  all: readonly SubscriptionWithTerms[],
): Promise<ReadonlyMap<string, RenewalPreviewFacts>> =>
  withSharedCredit(services, db, all, await gatherKnownFacts(services, db, all))
