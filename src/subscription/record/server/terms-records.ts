import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
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
import type { SubscriptionRow } from './subscription-store.ts'

const termsFrom = (
  row: SubscriptionRow,
  skipped: SubscriptionTerms['skipped'],
  addOns: SubscriptionTerms['addOns'],
): SubscriptionTerms => ({
  state: SubscriptionTerms.shape.state.parse(row.state),
  planCode: row.plan_code,
  quantity: row.quantity,
  unitPriceCents: row.unit_price_cents,
  agreedAfterIncrease: row.agreed_after_increase,
  intervalMonths: row.interval_months,
  anchorOn: row.anchor_on,
  startCycle: row.start_cycle,
  startMonths: row.start_months,
  nextCycle: row.next_cycle,
  nextAttemptOn: row.next_attempt_on,
  pausedOn: row.paused_on,
  pausedUntil: row.paused_until,
  addressId: row.address_id,
  paymentMethodId: row.payment_method_id,
  couponCode: row.coupon_code,
  couponRenewals: row.coupon_renewals,
  remainingOrders: row.remaining_orders,
  activatedAt: row.activated_at,
  canceledAt: row.canceled_at,
  skipped,
  addOns,
  itemSkippedCycle: row.item_skipped_cycle,
})

/** Subscriptions with the records that belong to them, in the order of the rows. */
export const readSubscriptionsWithTerms = async (
  db: Kysely<Database>,
  rows: readonly SubscriptionRow[],
): Promise<SubscriptionWithTerms[]> => {
  const ids = rows.map(({ id }) => id)
  const skipped = await selectSkipped(db, ids)
  const addOns = await selectAddOns(db, ids)
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    endedCoupon: row.ended_coupon_code,
    terms: termsFrom(row, skipped.get(row.id) ?? [], addOns.get(row.id) ?? []),
  }))
}

/** As `readSubscriptionsWithTerms`, for one. */
export const readTerms = async (db: Kysely<Database>, row: SubscriptionRow): Promise<SubscriptionTerms> => {
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

/** Writes a locked subscription after a change, with the related records; returns the new row. */
export const writeTerms = async (
  tx: Tx,
  row: SubscriptionRow,
  before: SubscriptionTerms,
  after: SubscriptionTerms,
): Promise<SubscriptionRow> => {
  const owner = { subscriptionId: row.id, accountId: row.account_id }
  await writeSkipped(tx, owner, before.skipped, after.skipped)
  await writeAddOns(tx, owner, before.addOns, after.addOns)
  await updateCaseState(tx, row.id, after)
  await updatePrepaidTermOnPause(tx, row.id, before, after)
  // What failed may not fail any more: it is tried again as it is now.
  await deleteParked(tx, [row.id])
  return updateTerms(tx, row, after)
}
