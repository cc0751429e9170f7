import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { creditAtTurn } from '../rules/credit-turn.ts'
import type { MemberComing } from '../rules/credit-turn.ts'
import { orderAfter } from '../rules/order-after.ts'
import { selectInHand } from './open-cycles.ts'
import { gatherKnownFacts, gatherRenewalFacts } from './renewal-facts.ts'
import type { HeldSteering, RenewalFacts, RenewalSources } from './renewal-facts.ts'
import { readSteerings } from './steering-records.ts'
import { selectLiveSubscriptionsOf } from './subscription-store.ts'

/** What the next order of a subscription is shown from, with those that credit may pay before it. */
export interface ComingFacts extends RenewalFacts {
  /** The member's other subscriptions; none where there is no credit to share. */
  readonly others: readonly MemberComing[]
}

type FactsById = ReadonlyMap<string, RenewalFacts>

const balanceIn = (facts: FactsById, id: string): number => facts.get(id)?.renewal.availableCreditCents ?? 0

/** Everything that comes to the members of these subscriptions who have credit, as it stands or as a change would make it. */
const othersOf = async (
  sources: RenewalSources,
  db: Kysely<Database>,
  all: readonly HeldSteering[],
  facts: FactsById,
): Promise<ReadonlyMap<string, readonly MemberComing[]>> => {
  const spending = all.filter(({ id }) => balanceIn(facts, id) > 0)
  if (spending.length === 0) return new Map()
  const known = new Set(all.map(({ id }) => id))
  const rows = await selectLiveSubscriptionsOf(
    db,
    spending.map(({ accountId }) => accountId),
  )
  const rest = await readSteerings(
    db,
    rows.filter(({ id }) => !known.has(id)),
  )
  const restFacts = await gatherKnownFacts(sources, db, rest)
  const inHand = await selectInHand(
    db,
    rows.map(({ id }) => id),
  )
  const comings = [...all, ...rest].flatMap(({ id, accountId, steering }) => {
    const fact = facts.get(id) ?? restFacts.get(id)
    if (!fact) return []
    const coming = { steering, renewal: fact.renewal, ordersLeft: fact.ending?.ordersLeft ?? null }
    // Credit for an order that is being charged is set aside already.
    return [{ accountId, coming: { id, ...(inHand.has(id) ? orderAfter(coming) : coming) } }]
  })
  const byAccount = Map.groupBy(comings, ({ accountId }) => accountId)
  return new Map(
    [...byAccount].map(([accountId, ofAccount]) => [accountId, ofAccount.map(({ coming }) => coming)]),
  )
}

const comingOf = async (
  sources: RenewalSources,
  db: Kysely<Database>,
  all: readonly HeldSteering[],
  facts: FactsById,
): Promise<ReadonlyMap<string, ComingFacts>> => {
  const comings = await othersOf(sources, db, all, facts)
  return new Map(
    all.flatMap(({ id, accountId, steering, atOnce = false }) => {
      const fact = facts.get(id)
      if (!fact) return []
      const others = (comings.get(accountId) ?? []).filter((other) => other.id !== id)
      const balance = balanceIn(facts, id)
      const availableCreditCents = atOnce ? balance : creditAtTurn(balance, { id, steering }, others)
      return [[id, { ...fact, others, renewal: { ...fact.renewal, availableCreditCents } }] as const]
    }),
  )
}

/**
 * As `gatherRenewalFacts`, for what members are shown: credit is what the orders that are charged before leave of it. An
 * order that is asked for at once has all of it.
 */
export const gatherComingFacts = async (
  sources: RenewalSources,
  db: Kysely<Database>,
  all: readonly HeldSteering[],
): Promise<ReadonlyMap<string, ComingFacts>> => {
  const facts = await gatherRenewalFacts(sources, db, all)
  return comingOf(sources, db, all, facts)
}

/** As `gatherComingFacts`, without those that have lost their address or a plan. */
export const gatherKnownComing = async (
  sources: RenewalSources,
  db: Kysely<Database>,
  all: readonly HeldSteering[],
): Promise<ReadonlyMap<string, ComingFacts>> =>
  comingOf(sources, db, all, await gatherKnownFacts(sources, db, all))
