import type { ErrorCode } from '#shared/errors.ts'
import type { DeclineKind } from '../../charge/rules/charge-state.ts'

/**
 * Every code that Stripe publishes for declined cards (docs.stripe.com/declines/codes), and the codes of errors that it
 * gives without one. Final are also those that Stripe itself does not retry.
 */
export const declineCodes: ReadonlyMap<string, DeclineKind> = new Map<string, DeclineKind>([
  ['approve_with_id', 'soft'],
  ['call_issuer', 'soft'],
  ['card_declined', 'soft'],
  ['card_velocity_exceeded', 'soft'],
  ['do_not_honor', 'soft'],
  ['duplicate_transaction', 'soft'],
  ['generic_decline', 'soft'],
  ['insufficient_funds', 'soft'],
  ['invalid_amount', 'soft'],
  ['issuer_not_available', 'soft'],
  ['no_action_taken', 'soft'],
  ['not_permitted', 'soft'],
  ['payment_intent_authentication_failure', 'soft'],
  ['processing_error', 'soft'],
  ['reenter_transaction', 'soft'],
  ['service_not_allowed', 'soft'],
  ['setup_intent_authentication_failure', 'soft'],
  ['try_again_later', 'soft'],
  ['withdrawal_count_limit_exceeded', 'soft'],

  ['card_not_supported', 'hard'],
  ['currency_not_supported', 'hard'],
  ['do_not_try_again', 'hard'],
  ['fraudulent', 'hard'],
  ['highest_risk_level', 'hard'],
  ['incorrect_pin', 'hard'],
  ['invalid_account', 'hard'],
  ['invalid_pin', 'hard'],
  ['lost_card', 'hard'],
  ['merchant_blacklist', 'hard'],
  ['new_account_information_available', 'hard'],
  ['offline_pin_required', 'hard'],
  ['online_or_offline_pin_required', 'hard'],
  ['pickup_card', 'hard'],
  ['pin_try_exceeded', 'hard'],
  ['restricted_card', 'hard'],
  ['revocation_of_all_authorizations', 'hard'],
  ['revocation_of_authorization', 'hard'],
  ['security_violation', 'hard'],
  ['stolen_card', 'hard'],
  ['stop_payment_order', 'hard'],
  ['testmode_decline', 'hard'],
  ['transaction_not_allowed', 'hard'],

  ['expired_card', 'expired'],
  ['invalid_expiry_month', 'expired'],
  ['invalid_expiry_year', 'expired'],

  ['incorrect_address', 'data'],
  ['incorrect_cvc', 'data'],
  ['incorrect_number', 'data'],
  ['incorrect_zip', 'data'],
  ['invalid_cvc', 'data'],
  ['invalid_number', 'data'],
  ['postal_code_invalid', 'data'],

  ['authentication_not_handled', 'authenticate'],
  ['authentication_required', 'authenticate'],
  ['mobile_device_authentication_required', 'authenticate'],
])

/**
 * Classifies a bank's reason; one that is not in the table may succeed later. The bank's advice never to ask again
 * (`advice_code`) makes a soft one final.
 */
export const declineKindOf = (reason: string, advice?: string): DeclineKind => {
  const kind = declineCodes.get(reason) ?? 'soft'
  if (kind !== 'soft') return kind
  if (advice === 'do_not_try_again') return 'hard'
  return advice === 'confirm_card_data' ? 'data' : 'soft'
}

/** The error that a buyer at the page gets; reasons such as a stolen card stay between the bank and the shop. */
export const declineError = (decline: { readonly kind: DeclineKind } | null | undefined) => {
  const kind = decline?.kind
  switch (kind) {
    case 'expired':
      return 'CARD_EXPIRED'
    case 'data':
      return 'CARD_DATA_WRONG'
    case 'soft':
    case 'hard':
    case 'authenticate':
    case undefined:
      return 'CARD_DECLINED'
    default:
      return kind satisfies never
  }
}

/** The errors that `declineError` returns. */
export const declineErrors = [
  'CARD_DECLINED',
  'CARD_EXPIRED',
  'CARD_DATA_WRONG',
] as const satisfies ErrorCode[]
