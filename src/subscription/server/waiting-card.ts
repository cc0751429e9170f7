import type { Kysely } from 'kysely'
import { paymentMethodOf } from '#payment/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'
import type { ChargeInHand } from '../rules/charge-in-hand.ts'
import { announceSteered } from './change-announcements.ts'
import { fingerprintOf } from './change-preview.ts'
import { selectCharged, selectInHand } from './open-cycles.ts'
import { readSteering, writeSteering } from './steering-records.ts'
import { insertChange } from './subscription-change-store.ts'
import {
  lockSubscription,
  lockSubscriptionOf,
  setWaitingCard,
  subscriptionsIn,
} from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** A card that is to pay a subscription, and the request that chose it. */
export interface CardChoice {
  readonly paymentMethodId: string
  /** Makes one change at most. */
  readonly requestId: string
}

/**
 * Keeps a card for a subscription that is being charged; it takes over when that charge is decided, and a later choice
 * replaces it. Answers the charge; null, and keeps nothing, when none is under way. NOT_FOUND for somebody else's
 * subscription.
 */
export const keepWaitingCard = async (
  work: Work,
  accountId: string,
  id: string,
  choice: CardChoice,
): Promise<ChargeInHand | null> => {
  if (!(await lockSubscriptionOf(work, accountId, id))) throw new ShopError('NOT_FOUND')
  const charge = (await selectCharged(work.db, [id])).get(id) ?? null
  if (charge !== null) await setWaitingCard(work, id, choice)
  return charge
}

/**
 * In the transaction that ends a charge: the card that its member chose meanwhile takes over, so that nothing can be
 * charged to the one before it again. `ended` is the locked row as it was before the end. A card that was removed since
 * is forgotten.
 */
export const giveWaitingCard = async (work: Work, ended: SubscriptionRow): Promise<void> => {
  const { id, account_id: accountId, waiting_card_id: cardId, waiting_card_request: requestId } = ended
  if (cardId === null || requestId === null) return
  await setWaitingCard(work, id, null)
  // As the end of the charge has left it.
  const row = await lockSubscription(work, id)
  const before = await readSteering(work.db, row)
  if (before.paymentMethodId === cardId || !(await paymentMethodOf(work.db, accountId, cardId))) return
  const after = { ...before, paymentMethodId: cardId }
  const { version } = await writeSteering(work, row, before, after)
  const change = { action: 'change-payment-method', payment_method_id: cardId } as const
  const changeId = work.ids.uuid()
  await insertChange(work, {
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
  announceSteered(work, row, changeId, change.action)
}

/** Cards wait only for a charge that is under way. */
export const brokenWaitingCards = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const rows = await subscriptionsIn(db).select('id').where('waiting_card_id', 'is not', null).execute()
  const ids = rows.map(({ id }) => id)
  const inHand = await selectInHand(db, ids)
  return ids
    .filter((id) => !inHand.has(id))
    .map((id) => `a card waits for subscription ${id}, which is not being charged`)
}
