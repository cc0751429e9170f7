import { disputeMoved, disputeWrittenOff } from '#ledger/rules/processor-journals.ts'
import { postJournals } from '#ledger/server/journals.ts'
import { lockedOrder, ordersOfCharge } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { isDisputeClosed } from '#payment/processor/rules/dispute-state.ts'
import { chargeOfDispute, markDisputed } from '#payment/charge/server/disputed-charges.ts'
import type { DisputeRecord } from '#payment/processor/server/processor.ts'
import type { Tx } from '#platform/app-deps.ts'
import { currencyMoved, lossOf, takenOf } from '../rules/dispute.ts'
import { followDispute } from './follow-dispute.ts'
import type { DisputeServices } from './follow-dispute.ts'
import type { Dispute, DisputeEvent, Movement } from './dispute-record.ts'
import {
  insertDispute,
  insertEvent,
  insertMovement,
  selectByProcessorId,
  selectDisputesOfCharge,
  updateDispute,
  updateWrittenOff,
} from './dispute-store.ts'
import { currencyOf } from '#shared/currency-codes.ts'

/** Why a dispute cannot be recorded: no settled charge of the shop, or a currency that the shop does not have. */
export type Unrecorded = 'no-charge' | 'other-currency'

/** The movements in the shop's currency; null when one is in another. */
const movementsOf = (tx: Tx, { movements }: DisputeRecord) => {
  const read = movements.flatMap(({ id: processorMovement, currency: code, ...amounts }) => {
    const currency = currencyOf(code)
    return currency === null ? [] : [{ id: tx.ids.uuid(), processorMovement, currency, ...amounts }]
  })
  return read.length === movements.length ? read : null
}

const addToHistory = (tx: Tx, disputeId: string, event: Pick<DisputeEvent, 'kind' | 'note'>) =>
  insertEvent(tx, { id: tx.ids.uuid(), disputeId, source: 'processor', ...event })

interface Written {
  readonly dispute: Dispute
  /** Null for one that is new. */
  readonly before: Dispute | null
}

/** What the processor says now is what is stored; when it was closed is when the shop first learned it. */
const write = async (
  tx: Tx,
  before: Dispute | null,
  owner: Pick<Dispute, 'id' | 'processor' | 'chargeId' | 'orderId' | 'accountId' | 'currency'>,
  record: DisputeRecord,
): Promise<Written> => {
  const closedAt = isDisputeClosed(record.state) ? (before?.closedAt ?? tx.now) : null
  if (before) await updateDispute(tx, { id: before.id, closedAt }, record)
  else await insertDispute(tx, { ...owner, closedAt }, record)
  const { movements: _movements, ...reported } = record
  const known = { submissions: 0, writtenOffCents: 0, recordedAt: tx.now, movements: [], ...before }
  const dispute: Dispute = { ...known, ...reported, ...owner, closedAt }
  if (before?.state !== record.state)
    await addToHistory(tx, dispute.id, { kind: record.state, note: before ? '' : record.reason })
  return { dispute, before }
}

/** Records what moved since, with its ledger entries. */
const writeMovements = async (
  tx: Tx,
  dispute: Dispute,
  read: readonly (Movement & { readonly processorMovement: string })[],
): Promise<Dispute> => {
  const fresh: Movement[] = []
  for (const movement of read) {
    const written = await insertMovement(tx, dispute.id, movement)
    if (written === null) continue
    fresh.push(written)
    const kind = written.cents < 0 ? 'funds-withdrawn' : 'funds-reinstated'
    await addToHistory(tx, dispute.id, { kind, note: '' })
  }
  await postJournals(
    tx,
    fresh.map((movement) => disputeMoved({ ...dispute, currency: movement.currency }, movement)),
  )
  return { ...dispute, movements: [...dispute.movements, ...fresh] }
}

/** The ledger has as lost what is lost now: more, less, or the same. */
const writeLoss = async (tx: Tx, dispute: Dispute): Promise<Dispute> => {
  const lossCents = lossOf(dispute)
  const more = lossCents - dispute.writtenOffCents
  if (more === 0) return dispute
  const moved = { ...dispute, currency: currencyMoved(dispute) }
  await postJournals(tx, [disputeWrittenOff(moved, tx.ids.uuid(), more)])
  await updateWrittenOff(tx, dispute.id, lossCents)
  return { ...dispute, writtenOffCents: lossCents }
}

/** The order whose money it is; the orders of a charge are locked, the purchase before its gift. */
const lockOrders = async (tx: Tx, chargeId: string) => {
  const [order, ...others] = await ordersOfCharge(tx.db, chargeId)
  if (order === undefined) return null
  const orders: Order[] = []
  for (const { id } of [order, ...others].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    orders.push(await lockedOrder(tx, id))
  return { order, orders }
}

/**
 * Records a dispute as its processor has it now, with what moved in the ledger. The same again changes nothing. The
 * caller has locked it (`claimWriting`); the orders and the charge are locked here, in this order.
 */
export const recordDispute = async (
  tx: Tx,
  { processor: { name: processor }, disputes: policy }: Pick<DisputeServices, 'processor' | 'disputes'>,
  record: DisputeRecord,
): Promise<Written | Unrecorded> => {
  const currency = currencyOf(record.currency)
  const moved = movementsOf(tx, record)
  if (currency === null || moved === null) return 'other-currency'
  const charge = await chargeOfDispute(tx.db, processor, record)
  const locked = charge && (await lockOrders(tx, charge.id))
  if (!charge || !locked) return 'no-charge'
  const before = await selectByProcessorId(tx.db, processor, record.processorDispute)
  const { id: orderId, accountId } = locked.order
  const owner = {
    id: before?.id ?? tx.ids.uuid(),
    processor,
    chargeId: charge.id,
    orderId,
    accountId,
    currency,
  }
  const written = await write(tx, before, owner, record)
  const dispute = await writeLoss(tx, await writeMovements(tx, written.dispute, moved))
  await markDisputed(tx, charge.id, takenOf(await selectDisputesOfCharge(tx.db, charge.id)))
  await followDispute(tx, policy, { before, dispute }, locked.orders)
  return { ...written, dispute }
}
