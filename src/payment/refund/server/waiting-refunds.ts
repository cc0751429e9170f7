import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Cents } from '#shared/money.ts'
import { requestWindowSeconds } from '../../charge/rules/charge-state.ts'
import { isDisputed } from '../rules/disputed-refund.ts'
import type { RefundOutcome } from '../rules/refund.ts'
import { lockCharge, readCharge } from '../../charge/server/charge-store.ts'
import type { Charge, PaymentServices } from '../../charge/server/payments.ts'
import type { Refund } from './refund-record.ts'
import { endWait, insertRefund, readActiveCents, readReleasable } from './refund-store.ts'
import type { RecordedOutcome } from './refund-store.ts'

export type { RecordedOutcome } from './refund-store.ts'

/** How both processors refuse a refund of a charge that is disputed. */
const chargeDisputed = 'charge_disputed'

/** What neither a bank nor a refund has taken of a charge, for good or on its way; cents. */
const leftOf = async (db: Tx['db'], { id, lostCents, request }: Charge): Promise<Cents> =>
  request.amountCents - lostCents - (await readActiveCents(db, id))

/**
 * A refund that the processor refused for a dispute waits for its end; the shop may not know of the dispute yet. When the bank has
 * decided and left enough of the charge, nothing more comes: it is refused.
 */
export const outcomeInDispute = async (
  { db }: Pick<Tx, 'db'>,
  { chargeId }: Pick<Refund, 'chargeId'>,
  outcome: RefundOutcome,
): Promise<RecordedOutcome> => {
  if (outcome.state !== 'refused' || outcome.reason !== chargeDisputed) return outcome
  const charge = chargeId === null ? null : await readCharge(db, chargeId)
  if (!charge || !isDisputed(charge)) return { state: 'unknown' }
  // The refund itself is among what is on its way.
  return charge.disputedCents === 0 && (await leftOf(db, charge)) >= 0 ? outcome : { state: 'waiting' }
}

/** The part that credit paid is the buyer's, whatever their bank has decided about the card. */
const giveCredit = (tx: Tx, refund: Refund): Promise<void> =>
  insertRefund(
    tx,
    {
      ...refund,
      id: tx.ids.uuid(),
      requestKey: `credit:${refund.id}`,
      chargeId: null,
      split: { ...refund.split, cardCents: 0 },
      state: 'intended',
      requestedAt: tx.now,
    },
    tx.now.add({ seconds: requestWindowSeconds }),
  )

/** Under the lock under which disputes mark a charge. */
const release = async (tx: Tx, refund: Refund): Promise<void> => {
  const charge = refund.chargeId === null ? null : await lockCharge(tx.db, refund.chargeId)
  if (!charge || charge.disputedCents > 0) return
  const leftCents = await leftOf(tx.db, charge)
  if (refund.split.cardCents <= leftCents) return void (await endWait(tx, refund.id, 'request'))
  const hasEnded = await endWait(tx, refund.id, leftCents > 0 ? 'lost in part' : 'lost')
  if (hasEnded && refund.split.creditCents > 0) await giveCredit(tx, refund)
}

/**
 * Continues with refunds that waited for a dispute: they are requested when the shop has won, and end when the bank has given
 * their buyer the money.
 */
export const releaseWaiting = async ({ deps }: PaymentServices): Promise<void> => {
  for (const refund of await readReleasable(deps.database))
    await inTransaction(deps, (tx) => release(tx, refund))
}
