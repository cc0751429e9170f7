import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { together } from '#platform/gathered.ts'
import { SubscriptionTerms } from '../rules/subscription-terms.ts'
import { selectAddOns, writeAddOns } from './add-on-store.ts'
import { addSkipped, removeSkipped, selectSkipped } from './billing-cycle-store.ts'
import type { CycleOwner } from './billing-cycle-record.ts'
import { updateCaseState } from '#subscription/dunning/server/dunning-cases.ts'
import { deleteParked } from './parked-store.ts'
import type { SubscriptionWithTerms } from '#subscription/renewal/server/renewal-facts.ts'
import { prepaidTermAfter } from '#subscription/term/rules/prepaid-term.ts'
import { updateTerms } from './subscription-store.ts'
import { selectLatestPrepaidTerms, updatePrepaidTerm } from '#subscription/term/server/prepaid-term-store.ts'
import type { StoredSubscription } from './subscription-record.ts'

/** Only what belongs to the terms: changes store them, and compare them with what is stored. */
const termsFrom = (
  subscription: StoredSubscription,
  skipped: SubscriptionTerms['skipped'],
  addOns: SubscriptionTerms['addOns'],
): SubscriptionTerms => SubscriptionTerms.parse({ ...subscription, skipped, addOns })

/** Subscriptions with the records that belong to them, in the order of the rows. */
export const readSubscriptionsWithTerms = async (
  db: Kysely<Database>,
  rows: readonly StoredSubscription[],
): Promise<SubscriptionWithTerms[]> => {
  const ids = rows.map(({ id }) => id)
  const [skipped, addOns] = await together([selectSkipped(db, ids), selectAddOns(db, ids)])
  return rows.map((row) => ({
    id: row.id,
    accountId: row.accountId,
    endedCoupon: row.endedCouponCode,
    terms: termsFrom(row, skipped.get(row.id) ?? [], addOns.get(row.id) ?? []),
  }))
}

/** As `readSubscriptionsWithTerms`, for one. */
export const readTerms = async (
  db: Kysely<Database>,
  row: StoredSubscription,
): Promise<SubscriptionTerms> => {
  const [subscription] = await readSubscriptionsWithTerms(db, [row])
  if (!subscription) throw new RangeError('one row makes one subscription')
  return subscription.terms
}

/** Records the cycles that are skipped in `after`, and removes those that are not anymore. */
const writeSkipped = async (
  tx: Tx,
  owner: CycleOwner,
  before: SubscriptionTerms['skipped'],
  after: SubscriptionTerms['skipped'],
): Promise<void> => {
  const isIn = (cycles: SubscriptionTerms['skipped'], number: number): boolean =>
    cycles.some((cycle) => cycle.number === number)
  await addSkipped(
    tx,
    owner,
    after.filter(({ number }) => !isIn(before, number)),
  )
  await removeSkipped(
    tx,
    owner,
    before.filter(({ number }) => !isIn(after, number)),
  )
}

/** A pause stops the prepaid term, and its end continues it. */
const updatePrepaidTermOnPause = async (
  tx: Tx,
  id: string,
  before: SubscriptionTerms,
  after: SubscriptionTerms,
): Promise<void> => {
  if ((before.state === 'paused') === (after.state === 'paused')) return
  const prepaidTerm = (await selectLatestPrepaidTerms(tx.db, [id])).get(id)
  if (prepaidTerm) await updatePrepaidTerm(tx, prepaidTerm, prepaidTermAfter(prepaidTerm, before, after))
}

/**
 * Writes a locked subscription after a change, with the related records; returns the new row. `cardChosenAt` is when the
 * member asked for its card, if that is another one.
 */
export const writeTerms = async (
  tx: Tx,
  row: StoredSubscription,
  before: SubscriptionTerms,
  after: SubscriptionTerms,
  cardChosenAt: Temporal.Instant = tx.now,
): Promise<StoredSubscription> => {
  const owner = { subscriptionId: row.id, accountId: row.accountId }
  await writeSkipped(tx, owner, before.skipped, after.skipped)
  await writeAddOns(tx, owner, before.addOns, after.addOns)
  await updateCaseState(tx, row.id, after)
  await updatePrepaidTermOnPause(tx, row.id, before, after)
  // What failed may not fail any more: it is tried again as it is now.
  await deleteParked(tx, [row.id])
  return updateTerms(tx, row, after, cardChosenAt)
}
