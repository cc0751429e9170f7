import { saveAddress } from '#account/server/accounts.ts'
import { lockCredit } from '#credit/server/credits.ts'
import { commitRedemptions, reserveRedemptions } from '#coupon/server/coupons.ts'
import { realAddress } from '#location/rules/real-address.ts'
import { chargesFor } from '#payment/server/payments.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work } from '#platform/world.ts'
import type { ChangePreview, ChangeReply } from '../change-calls.ts'
import type { Change } from '../rules/change.ts'
import type { ChargeBeside } from '../rules/charge-in-hand.ts'
import { actionRefused } from '../rules/refused-action.ts'
import type { Steering } from '../rules/steering.ts'
import { selectCycleOfChange } from './billing-cycle-store.ts'
import { announceChange } from './change-announcements.ts'
import { chargeBeside, takeBackCharged } from './charge-beside.ts'
import { standingNow, undoUntil } from './change-history.ts'
import { fingerprintOf, previewOf } from './change-preview.ts'
import { finishFreeCycle } from './finish-cycle.ts'
import { gatherChange } from './gather-change.ts'
import type { DecidedChange, Member } from './gather-change.ts'
import { chargeCycle, openRenewals } from './open-renewals.ts'
import type { OpenedRenewals, RenewalTools } from './open-renewals.ts'
import { writeSteering } from './steering-records.ts'
import { insertChange, selectChange, selectChangeByRequest } from './subscription-change-store.ts'
import type { ChangeRow } from './subscription-change-store.ts'
import { lockSubscriptionOf, selectSubscriptionOf } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'
import { subscriptionOf } from './subscriptions.ts'
import { withdrawOpened } from './withdraw-opened.ts'

/** What goes with a change beside itself. */
export interface Commit {
  readonly request_id?: string | undefined
  readonly token?: string | undefined
  /** Written beside the change, in its transaction, by whoever makes it. */
  readonly note?: ((work: Work, changeId: string) => Promise<void>) | undefined
}

/** What a change would do. NOT_FOUND for somebody else's subscription. */
export const previewChange = async (
  tools: RenewalTools,
  member: Member,
  id: string,
  change: Change,
): Promise<ChangePreview> => {
  const { world } = tools
  const row = await selectSubscriptionOf(world.database, member.accountId, id)
  if (!row) throw new ShopError('NOT_FOUND')
  const now = world.clock.now()
  const today = dateIn(now, brand.timeZone)
  const asked = { member, row, change, now, today, newId: world.ids.uuid() }
  return previewOf(world, row, change, await gatherChange(tools, world.database, asked))
}

const totalChanged = (preview: ChangePreview): ShopError =>
  new ShopError('TOTAL_CHANGED', {
    detail: 'This has changed since you last saw it. Kindly review it and confirm again.',
    data: { preview },
  })

/** What is charged at once was seen first; what was seen is what happens. */
const checkToken = (token: string | undefined, decided: DecidedChange, preview: ChangePreview): void => {
  const believed = token ?? (decided.chargeNow ? '' : preview.token)
  if (believed !== preview.token) throw totalChanged(preview)
}

/** The subscription after the change, with what the change brings along kept under its own id. */
const keptSteering = async (
  work: Work,
  row: SubscriptionRow,
  change: Change,
  next: Steering,
): Promise<Steering> =>
  change.action === 'change-address'
    ? { ...next, addressId: await saveAddress(work, row.account_id, realAddress(change.address)) }
    : next

const reasonOf = (change: Change) => {
  if (change.action !== 'cancel') return null
  const { action: _action, take_back: _takeBack, ...leaving } = change
  return leaving
}

interface Making {
  readonly tools: RenewalTools
  readonly work: Work
  readonly member: Member
  readonly row: SubscriptionRow
  readonly change: Change
  readonly requestId: string
}

/** Writes a decided change; answers its id and what it asks to be charged. */
const writeChange = async (making: Making, decided: DecidedChange): Promise<Made> => {
  const { tools, work, member, row, change, requestId } = making
  const changeId = work.ids.uuid()
  const after = await keptSteering(work, row, change, decided.next)
  const written = await writeSteering(work, row, decided.before, after)
  await insertChange(work, {
    id: changeId,
    subscriptionId: row.id,
    accountId: row.account_id,
    memberId: member.accountId,
    requestId,
    fingerprint: fingerprintOf(change),
    action: change.action,
    before: decided.before,
    after,
    reason: reasonOf(change),
    charges: decided.chargeNow,
    version: written.version,
    cycleInHand: decided.inHand?.cycleId ?? null,
  })
  if (change.action === 'cancel' && change.take_back !== undefined)
    await takeBackCharged(work, row.id, change.take_back, changeId)
  // An order is announced by itself when it is placed; one that is refused changes nothing.
  if (!decided.chargeNow) announceChange(work, row, changeId, change.action)
  const opened = decided.chargeNow ? await openRenewals(tools, work, [written], changeId) : null
  if (decided.coupon !== null) {
    await reserveRedemptions(work, { checkoutId: changeId, email: member.email, coupons: [decided.coupon] })
    await commitRedemptions(work, changeId, null)
  }
  return { changeId, opened }
}

interface Made {
  readonly changeId: string
  /** Null when nothing is charged at once, or when the same request was made before. */
  readonly opened: OpenedRenewals | null
}

const makeChange = async (
  tools: RenewalTools,
  work: Work,
  member: Member,
  id: string,
  change: Change,
  { requestId, token, note }: Commit & { readonly requestId: string },
): Promise<Made> => {
  const locked = await lockSubscriptionOf(work, member.accountId, id)
  if (!locked) throw new ShopError('NOT_FOUND')
  // What credit pays of an order at once is decided here and charged below.
  await lockCredit(work, [locked.account_id])
  const made = await selectChangeByRequest(work.db, id, requestId)
  if (made && made.fingerprint !== fingerprintOf(change)) throw actionRefused('request-used')
  if (made) return { changeId: made.id, opened: null }
  const row = await withdrawOpened(work, locked)
  const asked = { member, row, change, now: work.now, today: work.today, newId: work.ids.uuid() }
  const decided = await gatherChange(tools, work.db, asked)
  checkToken(token, decided, previewOf(tools.world, row, change, decided))
  const written = await writeChange({ tools, work, member, row, change, requestId }, decided)
  await note?.(work, written.changeId)
  return written
}

const settleOpened = async (tools: RenewalTools, { charges, free }: OpenedRenewals): Promise<void> => {
  tools.world.reach('renewal: cycles opened')
  for (const { cycleId } of free) await inTransaction(tools.world, (work) => finishFreeCycle(work, cycleId))
  for (const { charge } of charges) await chargeCycle(tools, charge)
}

/** What became of the charge of a change. Throws when it came to nothing and the change was withdrawn. */
const chargeOfChange = async (
  tools: RenewalTools,
  change: ChangeRow,
  beside: ChargeBeside | null,
): Promise<ChangeReply['charge']> => {
  if (!change.charges) return beside === null || beside.state === 'not-charged' ? 'none' : beside.state
  const db = tools.world.database
  const cycle = await selectCycleOfChange(db, change.id)
  // Taken back after it was paid, it was charged all the same.
  if (change.undone_at !== null && cycle?.state !== 'billed') {
    const [charge] = cycle ? await chargesFor(db, 'renewal', cycle.id) : []
    // Nobody refused it: the processor was never asked, or did not answer before the janitor closed it.
    if (charge?.state === 'void') throw actionRefused('order-not-placed')
    throw new ShopError(charge?.decline?.kind === 'expired' ? 'CARD_EXPIRED' : 'CARD_DECLINED')
  }
  return cycle?.state === 'charging' || cycle?.state === 'unknown' ? 'pending' : 'charged'
}

/**
 * Makes a change once per request: the same request again answers the same and does nothing. Throws what the preview
 * throws, TOTAL_CHANGED with the new preview when it is no longer what was seen, and CARD_DECLINED when an order asked
 * for at once was refused; the subscription is then as it was before.
 */
export const commitChange = async (
  tools: RenewalTools,
  member: Member,
  id: string,
  change: Change,
  commit: Commit,
): Promise<ChangeReply> => {
  const { world } = tools
  const { token } = commit
  const requestId = commit.request_id ?? token ?? world.ids.uuid()
  const { changeId, opened } = await inTransaction(world, (work) =>
    makeChange(tools, work, member, id, change, { requestId, token, note: commit.note }),
  )
  if (opened) await settleOpened(tools, opened)
  const written = await selectChange(world.database, id, changeId)
  if (!written) throw new Error(`change ${changeId} is not there`)
  const beside = await chargeBeside(world.database, written)
  const charge = await chargeOfChange(tools, written, beside)
  const subscription = await subscriptionOf(tools, member.accountId, id)
  const row = await selectSubscriptionOf(world.database, member.accountId, id)
  const standing = row && (await standingNow(world.database, row))
  const until = standing ? undoUntil(written, standing, world.clock.now()) : null
  const undoable = until?.toString() ?? null
  return { change_id: changeId, charge, charge_in_hand: beside, undo_until: undoable, subscription }
}
