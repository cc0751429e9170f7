import { localAddress } from '#shared/locale-path.ts'
import { validatedAddress } from '#location/rules/address-validation.ts'
import type { OpenCharge } from '#payment/charge/server/payments.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import type { Quote } from '../rules/quote.ts'
import type { Buyer } from './buyer.ts'
import type { CheckoutServices } from './checkout-services.ts'
import type { PurchaseRequest } from './purchase-request.ts'

/** The first attempt to charge what a checkout costs. */
export const chargeDraft = (
  services: CheckoutServices,
  request: PurchaseRequest,
  buyer: Buyer,
  quote: Quote,
  id: string,
): OpenCharge => {
  const { card } = request.payload
  const token = card !== undefined && 'token' in card ? card.token : ''
  return {
    purpose: 'purchase',
    purposeId: id,
    attempt: 1,
    accountId: buyer.accountId,
    email: buyer.email,
    amountCents: toPayCents(quote.totals),
    currency: quote.currency,
    source: buyer.savedMethod
      ? { kind: 'saved', processorMethod: buyer.savedMethod.processorMethod }
      : { kind: 'token', token, save: quote.renewals.length > 0 },
    processorCustomer: buyer.savedMethod || quote.renewals.length > 0 ? buyer.processorCustomer : null,
    offSession: false,
    returnUrl: `${services.deps.publicUrl}${localAddress(`/thank-you?checkout=${id}`, request.locale)}`,
    description: quote.lines.map((line) => line.name).join(', '),
    shipTo: validatedAddress(request.payload.address),
    origin: buyer.savedMethod ? undefined : request.cardAttempt.origin,
  }
}

/** For the total, or for a new card that renewals will charge: then the charge is of zero. */
export const needsProcessor = ({ savedMethod }: Buyer, { totals, renewals }: Quote): boolean =>
  toPayCents(totals) > 0 || (renewals.length > 0 && savedMethod === null)

/** The credit that a purchase sets aside. */
export const creditUsesOf = ({ accountId }: Buyer, { totals, currency }: Quote, checkoutId: string) =>
  accountId === null
    ? []
    : [
        {
          accountId,
          purpose: 'purchase' as const,
          purposeId: checkoutId,
          totals,
          currency,
        },
      ]
