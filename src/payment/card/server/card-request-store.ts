import type { Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Db } from '../../charge/server/charge-store.ts'

/** A request to save a card; a charge of zero with the request's id as purpose saves it. */
export interface CardRequest {
  readonly id: string
  readonly accountId: string
  /** Made by the client: the same id again is the same request. */
  readonly requestId: string
  /** The subscription it is to pay from now on; null for none. */
  readonly subscriptionId: string | null
  /** It is to pay every live subscription. */
  readonly allSubscriptions: boolean
  readonly makeDefault: boolean
  /** The saved card; null until it is saved. */
  readonly paymentMethodId: string | null
  readonly createdAt: Temporal.Instant
  /** Its subscriptions were given the card. */
  readonly isApplied: boolean
}

const requestFrom = (row: Selectable<Database['card_request']>): CardRequest => ({
  id: row.id,
  accountId: row.account_id,
  requestId: row.request_id,
  subscriptionId: row.subscription_id,
  allSubscriptions: row.all_subscriptions,
  makeDefault: row.make_default,
  paymentMethodId: row.payment_method_id,
  createdAt: Temporal.Instant.from(row.created_at),
  isApplied: row.applied_at !== null,
})

/** False when the member made this request before. */
export const insertCardRequest = async (
  tx: Tx,
  request: Omit<CardRequest, 'paymentMethodId' | 'createdAt' | 'isApplied'>,
): Promise<boolean> => {
  const row = await tx.db
    .insertInto('card_request')
    .values({
      id: request.id,
      account_id: request.accountId,
      request_id: request.requestId,
      subscription_id: request.subscriptionId,
      all_subscriptions: request.allSubscriptions,
      make_default: request.makeDefault,
      created_at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A member's request by the id that they gave it. */
export const readRequestOf = async (
  db: Db,
  accountId: string,
  requestId: string,
): Promise<CardRequest | null> => {
  const row = await db
    .selectFrom('card_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row ? requestFrom(row) : null
}

/** For what follows from a saved card: the request of an event. */
export const readCardRequest = async (db: Db, id: string): Promise<CardRequest | null> => {
  const row = await db.selectFrom('card_request').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? requestFrom(row) : null
}

export const setSavedCard = async (tx: Tx, id: string, paymentMethodId: string): Promise<void> => {
  await tx.db
    .updateTable('card_request')
    .set({ payment_method_id: paymentMethodId })
    .where('id', '=', id)
    .execute()
}

/** Marks a saved card as applied to its subscriptions; the job of `card-saved` skips it from now on. */
export const setApplied = async (tx: Tx, id: string): Promise<void> => {
  await tx.db
    .updateTable('card_request')
    .set({ applied_at: tx.now.toString() })
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .execute()
}
