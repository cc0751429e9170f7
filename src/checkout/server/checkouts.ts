import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import {
  eraseBuyerOfOrdered,
  countCheckouts,
  deleteUnsuccessful,
  deleteUnsuccessfulOf,
  selectCartsInPayment,
} from './checkout-store.ts'

/** Carts with a payment attempt, and those that became an order. */
export interface CheckoutCount {
  readonly sent: number
  readonly ordered: number
}

/** How many carts were sent to be paid from one moment on and before another. */
export const checkoutsBetween = (
  db: Kysely<Database>,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<CheckoutCount> => countCheckouts(db, from, to)

/** Of these carts, those whose payment is not settled. */
export const cartsInPayment = (
  db: Kysely<Database>,
  cartIds: readonly string[],
): Promise<ReadonlySet<string>> => selectCartsInPayment(db, cartIds)

/** Deletes attempts that bought nothing and were settled before a moment. */
export const forgetDeclinedCheckouts = deleteUnsuccessful

/** Erases the buyer from checkouts that became orders. */
export const forgetBuyer = eraseBuyerOfOrdered

/** Deletes a person's attempts that bought nothing. */
export const forgetUnsuccessfulCheckouts = deleteUnsuccessfulOf
