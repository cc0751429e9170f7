import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'
import { Steering } from '../rules/steering.ts'
import { selectAddOns, writeAddOns } from './add-on-store.ts'
import { addSkipped, selectSkipped, takeBackSkipped } from './billing-cycle-store.ts'
import type { CycleOwner } from './billing-cycle-draft.ts'
import { followCase } from './dunning-cases.ts'
import { deleteParked } from './parked-store.ts'
import type { HeldSteering } from './renewal-facts.ts'
import { termAfter } from '../rules/term.ts'
import { updateSteering } from './subscription-store.ts'
import { selectLatestTerms, updateTerm } from './term-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const steeringFrom = (
  row: SubscriptionRow,
  skipped: Steering['skipped'],
  addOns: Steering['addOns'],
): Steering => ({
  state: Steering.shape.state.parse(row.state),
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
export const readSteerings = async (
  db: Kysely<Database>,
  rows: readonly SubscriptionRow[],
): Promise<HeldSteering[]> => {
  const ids = rows.map(({ id }) => id)
  const skipped = await selectSkipped(db, ids)
  const addOns = await selectAddOns(db, ids)
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    endedCoupon: row.ended_coupon_code,
    steering: steeringFrom(row, skipped.get(row.id) ?? [], addOns.get(row.id) ?? []),
  }))
}

/** As `readSteerings`, for one. */
export const readSteering = async (db: Kysely<Database>, row: SubscriptionRow): Promise<Steering> => {
  const [held] = await readSteerings(db, [row])
  if (!held) throw new RangeError('one row makes one subscription')
  return held.steering
}

/** Records the cycles that are skipped in `after`, and takes back those that no longer are. */
const writeSkipped = async (
  work: Work,
  owner: CycleOwner,
  before: Steering['skipped'],
  after: Steering['skipped'],
): Promise<void> => {
  const isIn = (cycles: Steering['skipped'], number: number): boolean =>
    cycles.some((cycle) => cycle.number === number)
  await addSkipped(
    work,
    owner,
    after.filter(({ number }) => !isIn(before, number)),
  )
  await takeBackSkipped(
    work,
    owner,
    before.filter(({ number }) => !isIn(after, number)),
  )
}

/** A pause stops the clock of what is paid ahead, and its end starts it again. */
const followTerm = async (work: Work, id: string, before: Steering, after: Steering): Promise<void> => {
  if ((before.state === 'paused') === (after.state === 'paused')) return
  const term = (await selectLatestTerms(work.db, [id])).get(id)
  if (term) await updateTerm(work, term, termAfter(term, before, after))
}

/** Writes what a change made of a locked subscription, with the records that belong to it; answers the new row. */
export const writeSteering = async (
  work: Work,
  row: SubscriptionRow,
  before: Steering,
  after: Steering,
): Promise<SubscriptionRow> => {
  const owner = { subscriptionId: row.id, accountId: row.account_id }
  await writeSkipped(work, owner, before.skipped, after.skipped)
  await writeAddOns(work, owner, before.addOns, after.addOns)
  await followCase(work, row.id, after)
  await followTerm(work, row.id, before, after)
  // What failed may not fail any more: it is tried again as it is now.
  await deleteParked(work, [row.id])
  return updateSteering(work, row, after)
}
