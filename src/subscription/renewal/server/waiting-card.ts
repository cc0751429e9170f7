import type { Kysely } from 'kysely'
import { holdSavedCard, paymentMethodOf } from '#payment/charge/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { ChargeInFlight } from '../rules/charge-in-flight.ts'
import { actionRefused } from '#subscription/record/rules/action-refusal.ts'
import { isLatestChoice } from '#subscription/record/rules/card-choice.ts'
import type { CardChoice } from '#subscription/record/rules/card-choice.ts'
import { publishTermsChange } from '#subscription/record/server/change-events.ts'
import { selectChargesInFlight, selectNumbersInFlight } from './open-cycles.ts'
import { readTerms, writeTerms } from '#subscription/record/server/terms-records.ts'
import { insertChange, fingerprintOf } from '#subscription/record/server/subscription-change-store.ts'
import {
  lockSubscription,
  lockSubscriptionOf,
  setWaitingCard,
  subscriptionsIn,
} from '#subscription/record/server/subscription-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'

/**
 * Saves a card for a subscription with a charge in flight; it is assigned when that charge is settled, and a later choice
 * replaces it. Returns the charge; null, and saves nothing, when none is in flight. NOT_FOUND for somebody else's
 * subscription, and for a card that was removed; ACTION_NOT_ALLOWED when another card was chosen after this one.
 */
export const saveWaitingCard = async (
  tx: Tx,
  accountId: string,
  id: string,
  choice: CardChoice,
): Promise<ChargeInFlight | null> => {
  const locked = await lockSubscriptionOf(tx, accountId, id)
  if (!locked) throw new ShopError('NOT_FOUND')
  const charge = (await selectChargesInFlight(tx.db, [id])).get(id) ?? null
  if (charge === null) return null
  if (!isLatestChoice(choice.chosenAt, [locked.cardChosenAt, locked.waitingCardChosenAt]))
    throw actionRefused('card-replaced')
  if (!(await holdSavedCard(tx, accountId, choice.paymentMethodId))) throw new ShopError('NOT_FOUND')
  await setWaitingCard(tx, id, choice)
  return charge
}

/**
 * In the transaction that settles a charge: assigns the card that the member chose meanwhile, so that the old card cannot be
 * charged again. `ended` is the locked row as it was before. A card that was removed since is dropped.
 */
export const assignWaitingCard = async (tx: Tx, locked: StoredSubscription): Promise<void> => {
  const { id, accountId, waitingCardId: cardId, waitingCardRequest: requestId } = locked
  if (cardId === null || requestId === null) return
  await setWaitingCard(tx, id, null)
  // The row as the settled charge left it.
  const row = await lockSubscription(tx, id)
  const before = await readTerms(tx.db, row)
  if (before.paymentMethodId === cardId || !(await paymentMethodOf(tx.db, accountId, cardId))) return
  const after = { ...before, paymentMethodId: cardId }
  const { version } = await writeTerms(tx, row, before, after, locked.waitingCardChosenAt ?? tx.now)
  const change = { action: 'change-payment-method', payment_method_id: cardId } as const
  const changeId = tx.ids.uuid()
  await insertChange(tx, {
    id: changeId,
    subscriptionId: id,
    accountId,
    memberId: accountId,
    requestId,
    fingerprint: fingerprintOf(change),
    action: change.action,
    before,
    after,
    reason: null,
    charges: false,
    version,
  })
  publishTermsChange(tx, row, changeId, change.action)
}

/** A sentence for each waiting card without a charge in flight. */
export const brokenWaitingCards = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const rows = await subscriptionsIn(db).select('id').where('waiting_card_id', 'is not', null).execute()
  const ids = rows.map(({ id }) => id)
  const inFlight = await selectNumbersInFlight(db, ids)
  return ids
    .filter((id) => !inFlight.has(id))
    .map((id) => `a card waits for subscription ${id}, which is not being charged`)
}
