/** A refusal of a bank, in the words of Stripe's API. */
export interface Decline {
  readonly code: string
  readonly declineCode: string
  readonly message: string
  readonly advice?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later'
  /** Stripe's own Radar refused it; the bank was not asked. */
  readonly isBlocked?: boolean
}

/**
 * When the bank wants the buyer: `unless_set_up` leaves a card alone that is charged off session after it was set up,
 * `on_session` every card off session, `if_requested` only a payment that asks for it.
 */
type Authentication = 'never' | 'always' | 'unless_set_up' | 'on_session' | 'if_requested'

/** What Stripe reports later of a payment that succeeded. */
type Aftermath = 'dispute' | 'dispute_not_received' | 'inquiry' | 'fraud_warning'

export interface TestCard {
  /** `link`: the buyer pays by Link, which hides the card. */
  readonly type: 'card' | 'link'
  readonly brand: 'amex' | 'mastercard' | 'visa'
  readonly last4: string
  readonly funding: 'credit' | 'debit'
  readonly authentication: Authentication
  /** Every payment is declined with this refusal. */
  readonly decline: Decline | null
  /** A card that the bank declines cannot be attached either, with one exception. */
  readonly isAttachable: boolean
  readonly aftermath: Aftermath | null
  readonly refund: 'succeeds' | 'pending_first' | 'fails_later'
}

const good: TestCard = {
  type: 'card',
  brand: 'visa',
  last4: '4242',
  funding: 'credit',
  authentication: 'never',
  decline: null,
  isAttachable: true,
  aftermath: null,
  refund: 'succeeds',
}

const declined = (last4: string, decline: Decline): TestCard => ({
  ...good,
  last4,
  decline,
  isAttachable: false,
})

const bank = (
  declineCode: string,
  message = 'Your card was declined.',
  advice: Decline['advice'] = 'try_again_later',
): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
  advice,
})

const generic = bank('generic_decline')
const insufficientFunds = bank('insufficient_funds', 'Your card has insufficient funds.')
const expired: Decline = {
  code: 'expired_card',
  declineCode: 'expired_card',
  message: 'Your card has expired.',
  advice: 'do_not_try_again',
}
const wrongCvc: Decline = {
  code: 'incorrect_cvc',
  declineCode: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
  advice: 'confirm_card_data',
}
const processing: Decline = {
  code: 'processing_error',
  declineCode: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
  advice: 'try_again_later',
}
const velocity = bank(
  'card_velocity_exceeded',
  'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
)

/** An off-session payment that needs the buyer. */
export const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

const lost = declined('9987', bank('lost_card', undefined, 'do_not_try_again'))
const stolen = declined('9979', bank('stolen_card', undefined, 'do_not_try_again'))

/** Stripe's test cards by the PaymentMethod that stands for each. Source: docs.stripe.com/testing. */
export const testCards: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  ['pm_card_visa', good],
  ['pm_link', { ...good, type: 'link' }],
  ['pm_card_visa_debit', { ...good, last4: '5556', funding: 'debit' }],
  ['pm_card_mastercard', { ...good, brand: 'mastercard', last4: '4444' }],
  ['pm_card_amex', { ...good, brand: 'amex', last4: '8431' }],
  ['pm_card_bypassPending', { ...good, last4: '0077' }],
  ['pm_card_chargeDeclined', declined('0002', generic)],
  ['pm_card_visa_chargeDeclined', declined('0002', generic)],
  ['pm_card_chargeDeclinedInsufficientFunds', declined('9995', insufficientFunds)],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', declined('9995', insufficientFunds)],
  ['pm_card_chargeDeclinedLostCard', lost],
  ['pm_card_visa_chargeDeclinedLostCard', lost],
  ['pm_card_chargeDeclinedStolenCard', stolen],
  ['pm_card_visa_chargeDeclinedStolenCard', stolen],
  ['pm_card_chargeDeclinedExpiredCard', declined('0069', expired)],
  ['pm_card_chargeDeclinedIncorrectCvc', declined('0127', wrongCvc)],
  ['pm_card_chargeDeclinedProcessingError', declined('0119', processing)],
  ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', declined('6975', velocity)],
  ['pm_card_chargeCustomerFail', { ...declined('0341', generic), isAttachable: true }],
  [
    'pm_card_radarBlock',
    declined('0019', { ...bank('fraudulent', undefined, 'do_not_try_again'), isBlocked: true }),
  ],
  ['pm_card_authenticationRequired', { ...good, last4: '3184', authentication: 'always' }],
  ['pm_card_authenticationRequiredOnSetup', { ...good, last4: '3155', authentication: 'unless_set_up' }],
  [
    'pm_card_authenticationRequiredSetupForOffSession',
    { ...good, last4: '0446', authentication: 'on_session' },
  ],
  [
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    { ...good, last4: '3178', authentication: 'unless_set_up', decline: insufficientFunds },
  ],
  ['pm_card_threeDSecure2Required', { ...good, last4: '3220', authentication: 'always' }],
  ['pm_card_threeDSecureRequired', { ...good, last4: '3063', authentication: 'always' }],
  ['pm_card_threeDSecureOptional', { ...good, last4: '3055', authentication: 'if_requested' }],
  [
    'pm_card_threeDSecureRequiredChargeDeclined',
    { ...good, last4: '1629', authentication: 'always', decline: generic },
  ],
  ['pm_card_createDispute', { ...good, last4: '0259', aftermath: 'dispute' }],
  ['pm_card_createDisputeProductNotReceived', { ...good, last4: '2685', aftermath: 'dispute_not_received' }],
  ['pm_card_createDisputeInquiry', { ...good, last4: '1976', aftermath: 'inquiry' }],
  ['pm_card_createIssuerFraudRecord', { ...good, last4: '5423', aftermath: 'fraud_warning' }],
  ['pm_card_pendingRefund', { ...good, last4: '7726', refund: 'pending_first' }],
  ['pm_card_refundFail', { ...good, last4: '5126', refund: 'fails_later' }],
])
