import { findAccountByEmail, holdAccount } from '#account/server/accounts.ts'
import { customerForNewCard, savedCardOf } from '#payment/charge/server/payments.ts'
import type { PaymentMethod } from '#payment/charge/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { CheckoutServices } from './checkout-services.ts'
import type { PurchaseRequest } from './purchase-request.ts'

/** Who buys, and with which card. */
export interface Buyer {
  readonly email: string
  readonly accountId: string | null
  readonly isForeignAccount: boolean
  readonly savedMethod: PaymentMethod | null
  /** At the processor, for a card that is saved. */
  readonly processorCustomer: string | null
}

const savedMethodOf = async (tx: Tx, { payload, actor }: PurchaseRequest): Promise<PaymentMethod | null> => {
  if (payload.card === undefined || !('payment_method_id' in payload.card)) return null
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  const method = await savedCardOf(tx.db, actor.accountId, payload.card.payment_method_id)
  if (!method) throw new ShopError('NOT_FOUND')
  return method
}

/** A member buys for the account of the session; a typed e-mail proves nothing. */
export const buyerEmail = ({ actor, payload }: PurchaseRequest): string =>
  actor.kind === 'member' ? actor.email : payload.email

/** Reads who buys; a member's account is not deleted before the transaction ends. */
export const buyerOf = async (
  services: CheckoutServices,
  tx: Tx,
  request: PurchaseRequest,
): Promise<Buyer> => {
  const { actor } = request
  const email = buyerEmail(request)
  const savedMethod = await savedMethodOf(tx, request)
  if (actor.kind === 'member') {
    // Deleted in another window a moment ago: nothing is bought for an account that is not there any more.
    if (!(await holdAccount(tx.db, actor.accountId))) throw new ShopError('UNAUTHENTICATED')
    const { accountId } = actor
    const processorCustomer = savedMethod
      ? savedMethod.processorCustomer
      : await customerForNewCard(services, tx, accountId)
    return { email, accountId, isForeignAccount: false, savedMethod, processorCustomer }
  }
  const account = await findAccountByEmail(tx.db, email)
  const accountId = account?.id ?? null
  return { email, accountId, isForeignAccount: account !== null, savedMethod, processorCustomer: null }
}
