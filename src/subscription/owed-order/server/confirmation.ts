import { chargesFor, holdSavedCard, savedCardOf } from '#payment/charge/server/payments.ts'
import type { Charge, PaymentMethod } from '#payment/charge/server/payments.ts'
import type { ChargedSource, ProcessorName } from '#payment/processor/server/processor.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { RenewalDeps } from '#subscription/renewal/server/open-renewals.ts'
import type { OwedOrder } from './owed-order.ts'

/** How a member confirms the refused card with its bank. */
export interface Confirmation {
  readonly source: ChargedSource
  readonly card: PaymentMethod
}

/**
 * The latest charge of this card decides: one that was declined is confirmed itself, one that was ended at the processor
 * can never charge again, so that the card is charged again. Null for a card that no attempt was made with or that its bank
 * has refused for good.
 */
const sourceAfter = (
  charges: readonly Charge[],
  name: ProcessorName,
  { processorMethod }: PaymentMethod,
): ChargedSource | null => {
  const latest = charges.find(
    ({ processor, request: { source } }) =>
      processor === name && source.kind !== 'token' && source.processorMethod === processorMethod,
  )
  if (latest?.state === 'void') return { kind: 'saved', processorMethod }
  if (latest?.state !== 'declined' || latest.processorCharge === null) return null
  const isOpen = latest.decline?.kind === 'authenticate' || latest.decline?.kind === 'soft'
  return isOpen ? { kind: 'declined-charge', processorCharge: latest.processorCharge, processorMethod } : null
}

const confirmationWith = async (
  { processor }: RenewalDeps,
  db: AppDeps['database'],
  { dunningCase, cycle }: OwedOrder,
  card: PaymentMethod | null,
): Promise<Confirmation | null> => {
  if (!card || dunningCase.declineKind !== 'authenticate') return null
  const source = sourceAfter(await chargesFor(db, 'renewal', cycle.id), processor.name, card)
  return source && { source, card }
}

/** Whether and how the member can confirm the subscription's card; null when the bank did not want that. */
export const confirmationOf = async (
  services: RenewalDeps,
  owed: OwedOrder,
): Promise<Confirmation | null> => {
  const { accountId, paymentMethodId: cardId } = owed.row
  const db = services.deps.database
  return confirmationWith(services, db, owed, await savedCardOf(db, accountId, cardId))
}

/** As `confirmationOf`, for a locked subscription: its card cannot be removed before the transaction ends. */
export const holdConfirmation = async (
  services: RenewalDeps,
  tx: Tx,
  owed: OwedOrder,
): Promise<Confirmation | null> => {
  const { accountId, paymentMethodId: cardId } = owed.row
  return confirmationWith(services, tx.db, owed, await holdSavedCard(tx, accountId, cardId))
}
