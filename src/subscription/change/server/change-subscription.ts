import { accountById, saveAddress } from '#account/server/accounts.ts'
import { lockCredit } from '#credit/server/credits.ts'
import { commitRedemptions, reserveRedemptions } from '#coupon/server/coupons.ts'
import { validatedAddress } from '#location/rules/address-validation.ts'
import { declineError } from '#payment/processor/rules/card-decline.ts'
import { chargesFor, holdSavedCard } from '#payment/charge/server/payments.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { ChangePreview, ChangeReply } from '../change-endpoints.ts'
import type { Change } from '../rules/change.ts'
import type { ChargeDuringChange } from '#subscription/renewal/rules/charge-in-flight.ts'
import { wireChargeDuringChange } from '#subscription/renewal/rules/charge-reply.ts'
import { isLatestChoice } from '#subscription/record/rules/card-choice.ts'
import { actionRefused } from '#subscription/record/rules/action-refusal.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { selectCycleOfChange } from '#subscription/record/server/billing-cycle-store.ts'
import { publishChange, publishStaffChange } from '#subscription/record/server/change-events.ts'
import { cancelOrderOfCharge, chargeDuringChange } from './charge-during-change.ts'
import { currentSubscription, undoUntil } from './change-history.ts'
import { previewOf } from './change-preview.ts'
import { isInFlight } from '#subscription/renewal/server/open-cycles.ts'
import { finishFreeCycle } from '#subscription/renewal/server/finish-cycle.ts'
import { gatherChange } from './gather-change.ts'
import type { DecidedChange, Member } from './gather-change.ts'
import { chargeCycle, openRenewals } from '#subscription/renewal/server/open-renewals.ts'
import type { OpenedRenewals, RenewalDeps } from '#subscription/renewal/server/open-renewals.ts'
import { passOrder } from '#subscription/renewal/server/past-order.ts'
import { writeTerms } from '#subscription/record/server/terms-records.ts'
import {
  fingerprintOf,
  insertChange,
  selectChange,
  selectChangeByRequest,
} from '#subscription/record/server/subscription-change-store.ts'
import type { StaffReason, StoredChange } from '#subscription/record/server/subscription-change-store.ts'
import { lockSubscriptionOf, selectSubscriptionOf } from '#subscription/record/server/subscription-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import { subscriptionOf } from '#subscription/server/subscriptions.ts'
import { withdrawOpened } from '#subscription/renewal/server/withdraw-opened.ts'
import { wireSubscription } from '#subscription/server/wire-subscription.ts'

/** What is written together with a change. */
export interface Commit {
  readonly request_id?: string | undefined
  readonly token?: string | undefined
  /** The cycle of the charge in flight whose order the member wants canceled too. */
  readonly cancel_order_of_cycle?: string | undefined
  /** When the member asked for the card that the change assigns; now, if missing. */
  readonly card_chosen_at?: Temporal.Instant | undefined
  /** Who of staff makes it for the member, and why; missing for the member. */
  readonly staff?: StaffReason | undefined
  /** Written by the caller, in the transaction of the change. */
  readonly note?: ((tx: Tx, changeId: string) => Promise<void>) | undefined
}

/** The preview of a change. NOT_FOUND for another member's subscription. */
export const previewChange = async (
  services: RenewalDeps,
  member: Member,
  id: string,
  change: Change,
): Promise<ChangePreview> => {
  const { deps } = services
  const row = await selectSubscriptionOf(deps.database, member.accountId, id)
  if (!row) throw new ShopError('NOT_FOUND')
  const now = deps.clock.now()
  const today = dateIn(now, brand.timeZone)
  const requested = { member, row, change, now, today, newId: deps.ids.uuid() }
  return previewOf(deps, row, change, await gatherChange(services, deps.database, requested))
}

const totalChanged = (preview: ChangePreview): ShopError =>
  new ShopError('TOTAL_CHANGED', {
    detail: 'This has changed since you last saw it. Please review it and confirm again.',
    data: { preview },
  })

/** A charge at once needs a preview; exactly what it showed happens. */
const checkToken = (token: string | undefined, decided: DecidedChange, preview: ChangePreview): void => {
  const expected = token ?? (decided.chargeNow ? '' : preview.token)
  if (expected !== preview.token) throw totalChanged(preview)
}

/** The subscription after the change, with the records that the change adds under their own ids. */
const saveAddressOfChange = async (
  tx: Tx,
  row: StoredSubscription,
  change: Change,
  next: SubscriptionTerms,
): Promise<SubscriptionTerms> =>
  change.action === 'change-address'
    ? { ...next, addressId: await saveAddress(tx, row.accountId, validatedAddress(change.address)) }
    : next

const reasonOf = (change: Change) => {
  if (change.action !== 'cancel') return null
  const { action: _action, ...leaving } = change
  return leaving
}

interface ChangeWrite {
  readonly services: RenewalDeps
  readonly tx: Tx
  readonly member: Member
  readonly row: StoredSubscription
  readonly change: Change
  readonly requestId: string
  /** The cycle whose order is canceled too; undefined for none. */
  readonly canceledCycle: string | undefined
  readonly cardChosenAt: Temporal.Instant
  readonly staff: StaffReason | undefined
}

/** The cycle whose order is canceled with a change: the member says so, or skips the order that is being charged. */
const canceledCycleOf = (
  { canceledCycle }: ChangeWrite,
  { cancelsChargedOrder, chargeInFlight }: DecidedChange,
): string | undefined => (cancelsChargedOrder ? chargeInFlight?.cycleId : canceledCycle)

/** Writes a decided change; returns its id and the charge that it requests. */
const writeChange = async (changeWrite: ChangeWrite, decided: DecidedChange): Promise<AppliedChange> => {
  const { services, tx, member, row, change, requestId, canceledCycle } = changeWrite
  const changeId = tx.ids.uuid()
  const after = await saveAddressOfChange(tx, row, change, decided.next)
  if (decided.passed !== null) await passOrder(tx, decided.passed)
  const written = await writeTerms(tx, row, decided.before, after, changeWrite.cardChosenAt)
  await insertChange(tx, {
    id: changeId,
    subscriptionId: row.id,
    accountId: row.accountId,
    memberId: member.accountId,
    requestId,
    fingerprint: fingerprintOf(change, canceledCycle),
    action: change.action,
    before: decided.before,
    after,
    reason: reasonOf(change),
    charges: decided.chargeNow,
    version: written.version,
    cycleInFlight: decided.chargeInFlight?.cycleId ?? null,
    staff: changeWrite.staff,
  })
  if (changeWrite.staff) publishStaffChange(tx, row, changeId)
  const cycleToCancel = canceledCycleOf(changeWrite, decided)
  if (cycleToCancel !== undefined) await cancelOrderOfCharge(tx, row.id, cycleToCancel, changeId)
  // A placed order publishes its own event; a declined one changes nothing.
  if (!decided.chargeNow) publishChange(tx, row, changeId, change.action)
  const opened = decided.chargeNow ? await openRenewals(services, tx, [written], changeId) : null
  if (decided.coupon !== null) {
    await reserveRedemptions(tx, {
      checkoutId: changeId,
      email: member.email,
      isMember: true,
      coupons: [decided.coupon],
    })
    await commitRedemptions(tx, changeId, null)
  }
  return { changeId, opened }
}

interface AppliedChange {
  readonly changeId: string
  /** Null when nothing is charged at once, or when the same request was made before. */
  readonly opened: OpenedRenewals | null
}

const applyChange = async (
  services: RenewalDeps,
  tx: Tx,
  member: Member,
  id: string,
  change: Change,
  { requestId, token, note, staff, ...commit }: Commit & { readonly requestId: string },
): Promise<AppliedChange> => {
  const { cancel_order_of_cycle: canceledCycle, card_chosen_at: cardChosenAt = tx.now } = commit
  const locked = await lockSubscriptionOf(tx, member.accountId, id)
  // An account that was deleted in another window a moment ago has no subscriptions to bring back.
  if (!locked || (await accountById(tx.db, member.accountId)) === null) throw new ShopError('NOT_FOUND')
  // The credit for an immediate order is decided here and used below.
  await lockCredit(tx, [locked.accountId])
  const existing = await selectChangeByRequest(tx.db, id, requestId)
  if (existing && existing.fingerprint !== fingerprintOf(change, canceledCycle))
    throw actionRefused('request-used')
  if (existing) return { changeId: existing.id, opened: null }
  if (change.action === 'change-payment-method') {
    if (!isLatestChoice(cardChosenAt, [locked.cardChosenAt])) throw actionRefused('card-replaced')
    await holdSavedCard(tx, member.accountId, change.payment_method_id)
  }
  const row = await withdrawOpened(tx, locked)
  const requested = { member, row, change, now: tx.now, today: tx.today, newId: tx.ids.uuid() }
  const decided = await gatherChange(services, tx.db, requested)
  checkToken(token, decided, previewOf(services.deps, row, change, decided))
  const write = { services, tx, member, row, change, requestId, canceledCycle, cardChosenAt, staff }
  const written = await writeChange(write, decided)
  await note?.(tx, written.changeId)
  return written
}

const settleOpenedRenewals = async (
  services: RenewalDeps,
  { charges, free }: OpenedRenewals,
): Promise<void> => {
  services.deps.reachCrashPoint('renewal: cycles opened')
  for (const { cycleId } of free) await inTransaction(services.deps, (tx) => finishFreeCycle(tx, cycleId))
  for (const { charge } of charges) await chargeCycle(services, charge)
}

/** The outcome of the charge of a change. Throws when it failed and the change was withdrawn. */
const chargeOfChange = async (
  services: RenewalDeps,
  change: StoredChange,
  duringChange: ChargeDuringChange | null,
): Promise<ChangeReply['charge']> => {
  if (!change.charges)
    return duringChange === null || duringChange.state === 'not-charged' ? 'none' : duringChange.state
  const db = services.deps.database
  const cycle = await selectCycleOfChange(db, change.id)
  // By the cycle alone: another process may have settled it since the change was read. An order that was canceled after
  // it was paid was charged nevertheless.
  if (cycle?.state === 'billed') return 'charged'
  if (cycle && isInFlight(cycle)) return 'pending'
  const [charge] = cycle ? await chargesFor(db, 'renewal', cycle.id) : []
  // Not a decline: the processor was never asked, or did not answer before the poller closed the charge.
  if (charge?.state === 'void') throw actionRefused('order-not-placed')
  throw new ShopError(declineError(charge?.decline))
}

/**
 * Makes a change once per request: a repeated request returns the same and does nothing. Throws what the preview
 * throws, TOTAL_CHANGED with the new preview when it differs from the one shown, and CARD_DECLINED when an immediate
 * order was declined; the subscription is then as before.
 */
export const commitChange = async (
  services: RenewalDeps,
  member: Member,
  id: string,
  change: Change,
  commit: Commit,
): Promise<ChangeReply> => {
  const { deps } = services
  const requestId = commit.request_id ?? commit.token ?? deps.ids.uuid()
  const { changeId, opened } = await inTransaction(deps, (tx) =>
    applyChange(services, tx, member, id, change, { ...commit, requestId }),
  )
  if (opened) await settleOpenedRenewals(services, opened)
  const written = await selectChange(deps.database, id, changeId)
  if (!written) throw new Error(`change ${changeId} is not there`)
  const duringChange = await chargeDuringChange(deps.database, written)
  const charge = await chargeOfChange(services, written, duringChange)
  const subscription = wireSubscription(await subscriptionOf(services, member.accountId, id))
  const row = await selectSubscriptionOf(deps.database, member.accountId, id)
  const current = row && (await currentSubscription(deps.database, row))
  const until = current ? undoUntil(written, current, deps.clock.now()) : null
  const undoable = until?.toString() ?? null
  const inFlight = duringChange && wireChargeDuringChange(duringChange)
  return { change_id: changeId, charge, charge_in_flight: inFlight, undo_until: undoable, subscription }
}
