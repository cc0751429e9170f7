import type { Kysely } from 'kysely'
import { ownedAddresses } from '#account/server/accounts.ts'
import { knownPlanCodes } from '#catalogue/server/plans.ts'
import { reservedFor } from '#credit/server/credits.ts'
import { addressMessages } from '#location/rules/address-validation.ts'
import type { Database } from '#platform/schema.ts'
import {
  selectBilledWithOwnItem,
  selectNumbersInFlight,
  selectNotInFlight,
} from '../renewal/server/open-cycles.ts'
import { selectUnpaidCases } from '../dunning/server/dunning-store.ts'
import { brokenRuns } from '../renewal/server/renewal-runs.ts'
import { brokenStatusHistories } from './status-histories.ts'
import { selectSetEnds, selectUndone } from '../record/server/subscription-change-store.ts'
import type { SetEnd } from '../record/server/subscription-change-store.ts'
import {
  selectPostponed,
  selectRemainingOrders,
  selectSubscriptionsAfter,
} from '../record/server/subscription-queries.ts'
import { planCodesOf, readLinkedRecords } from '../record/server/linked-records.ts'
import { readSubscriptionsWithTerms } from '../record/server/terms-records.ts'
import { liveStates } from '../record/server/subscription-columns.ts'
import type { StoredSubscription } from '../record/server/subscription-record.ts'
import { selectBrokenPrepaidTerms } from '../term/server/prepaid-term-store.ts'
import { brokenWaitingCards } from '../renewal/server/waiting-card.ts'

const batchSize = 500

/** The cycles of the orders of each subscription, without orders whose change was undone. */
const placedCycles = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> => {
  if (ids.length === 0) return new Map()
  const billed = await selectBilledWithOwnItem(db, ids)
  const undone = await selectUndone(
    db,
    billed.flatMap(({ changeId }) => changeId ?? []),
  )
  const placed = billed.filter(({ changeId }) => changeId === null || !undone.has(changeId))
  const byId = Map.groupBy(placed, ({ subscriptionId }) => subscriptionId)
  return new Map([...byId].map(([id, cycles]) => [id, cycles.map(({ number }) => number)]))
}

const leftOf = (end: SetEnd | undefined, placed: readonly number[]): number | null => {
  if (end === undefined || end.orders === null || end.isOver) return null
  return Math.max(0, end.orders - placed.filter((number) => number >= end.fromCycle).length)
}

/**
 * A sentence for each subscription whose number of remaining orders does not match its history: the end that was set
 * last, minus the orders with its own item since then.
 */
const brokenEnds = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const ends = new Map((await selectSetEnds(db)).map((end) => [end.subscriptionId, end]))
  const placed = await placedCycles(db, [...ends.keys()])
  const rows = await selectRemainingOrders(db, [...ends.keys()])
  return rows.flatMap(({ id, remainingOrders: stored }) => {
    const left = leftOf(ends.get(id), placed.get(id) ?? [])
    return left === stored
      ? []
      : [`subscription ${id} has ${stored ?? 'no'} remaining orders; its history says ${left ?? 'none'}`]
  })
}

/** An order after its date waits only because a charge is in flight or a card was declined. */
const brokenWaits = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const postponed = await selectPostponed(db)
  const inFlight = await selectNumbersInFlight(db, postponed)
  const cases = await selectUnpaidCases(db, postponed)
  return postponed
    .filter((id) => !inFlight.has(id) && !cases.has(id))
    .map((id) => `subscription ${id} waits past its day without a charge in flight or a case`)
}

/** Credit is reserved only for what is being charged. */
const brokenReservations = async (db: Kysely<Database>): Promise<readonly string[]> =>
  (await selectNotInFlight(db, await reservedFor(db, 'renewal'))).map(
    (id) => `credit is set aside for cycle ${id}, which is not being charged`,
  )

/** Live subscriptions that ship to an address that does not exist. */
const brokenDestinations = async (
  db: Kysely<Database>,
  rows: readonly StoredSubscription[],
): Promise<readonly string[]> => {
  const owners = rows
    .filter(({ state }) => liveStates.includes(state))
    .map((row) => ({ id: row.id, accountId: row.accountId, addressId: row.addressId }))
  const addressOf = await ownedAddresses(db, owners)
  return owners.flatMap((owner) => {
    const address = addressOf(owner)
    const messages = address ? Object.values(addressMessages(address)) : []
    if (messages.length === 0) return []
    return [`subscription ${owner.id} ships to an address that does not exist: ${messages.join('; ')}`]
  })
}

/** Subscriptions without the card, address or plan that they refer to, or with another member's. */
const lostRecords = async (
  db: Kysely<Database>,
  rows: readonly StoredSubscription[],
): Promise<readonly string[]> => {
  const all = await readSubscriptionsWithTerms(db, rows)
  const linkedRecords = await readLinkedRecords(db, all, await knownPlanCodes(db, all.flatMap(planCodesOf)))
  return [...linkedRecords].flatMap(([id, { lost }]) =>
    lost.map((record) => `subscription ${id} has lost its ${record}`),
  )
}

/** Violations in the references of subscriptions, batch by batch. */
const brokenReferences = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const violations: string[] = []
  let rows = await selectSubscriptionsAfter(db, null, batchSize)
  while (rows.length > 0) {
    violations.push(...(await brokenDestinations(db, rows)), ...(await lostRecords(db, rows)))
    rows = await selectSubscriptionsAfter(db, rows.at(-1)?.id ?? null, batchSize)
  }
  return violations
}

/** A sentence for everything in the records of subscriptions that may not be. */
export const brokenSubscriptions = async (db: Kysely<Database>): Promise<readonly string[]> => [
  ...(await brokenRuns(db)),
  ...(await brokenWaits(db)),
  ...(await brokenStatusHistories(db)),
  ...(await selectBrokenPrepaidTerms(db)),
  ...(await brokenEnds(db)),
  ...(await brokenReservations(db)),
  ...(await brokenWaitingCards(db)),
  ...(await brokenReferences(db)),
]
