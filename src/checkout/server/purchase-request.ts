import type { Locale } from '#shared/locale.ts'
import { createHash } from 'node:crypto'
import type { ConsentVisit } from '#consent/server/consents.ts'
import type { SinglePurchase } from '#cart/server/carts.ts'
import type { CardAttempt } from '#payment/charge/server/card-gates.ts'
import type { Actor } from '#platform/request-context.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { purchase } from '../endpoints.ts'
import type { RequestKeys } from './checkout-store.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'

/** What a purchase by wallet adds. */
export interface WalletPurchase {
  /** The sentences about renewals that were shown with the wallet. */
  readonly terms: readonly string[]
  /** The plan that is bought alone; null when the cart is bought. */
  readonly single: SinglePurchase | null
}

export interface PurchaseRequest {
  readonly payload: PayloadOf<typeof purchase>
  readonly actor: Actor
  /** What the buyer's browser pays in; never taken from the form. */
  readonly currency: ShopCurrency
  /** Of the page that was bought on. */
  readonly locale: Locale
  /** Null when the browser has no cart; then the request can only be a repeated one. */
  readonly cartId: string | null
  /** The cart that the same browser sent to be paid last. */
  readonly boughtCartId: string | null
  readonly consent: ConsentVisit | null
  /** Where a typed-in card comes from, for the gate. */
  readonly cardAttempt: CardAttempt
  /** Null for a purchase on the checkout page. */
  readonly wallet: WalletPurchase | null
}

/** The parts of a wallet's payment that belong to the filled form. */
const walletForm = ({ wallet }: PurchaseRequest): readonly unknown[] =>
  wallet === null ? [] : [{ terms: wallet.terms, plan: wallet.single?.planCode ?? null }]

/** The same filled form sent again is the same purchase. */
const fingerprintOf = (request: PurchaseRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([request.cartId, request.payload, ...walletForm(request)]))
    .digest('base64url')

/**
 * The same filled form, whatever happened to its cart. The card is not part of it, because a form that is sent again
 * may have another token for the same card. Only somebody who knows all entered values and the request id can learn
 * anything by it.
 */
const requestKeyOf = (request: PurchaseRequest): string => {
  const { payload, actor } = request
  const { cart_id: _cart, card: _card, ...form } = payload
  const buyer = actor.kind === 'member' ? actor.accountId : null
  return createHash('sha256')
    .update(JSON.stringify([buyer, form, ...walletForm(request)]))
    .digest('base64url')
}

/** What identifies a repeated request. */
export const requestKeysOf = (request: PurchaseRequest): RequestKeys => ({
  cartId: request.cartId,
  fingerprint: fingerprintOf(request),
  requestKey: requestKeyOf(request),
})
