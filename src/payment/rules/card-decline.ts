import type { DeclineKind } from './charge-state.ts'

/** Reasons after which asking the same card again is pointless or forbidden by the card networks. */
const hard = [
  'stolen_card',
  'lost_card',
  'pickup_card',
  'fraudulent',
  'restricted_card',
  'merchant_blacklist',
  'security_violation',
  'invalid_account',
  'new_account_information_available',
  'card_not_supported',
  'currency_not_supported',
  'do_not_honor_permanently',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stop_payment_order',
  'testmode_decline',
  'incorrect_number',
  'invalid_number',
]

const expired = ['expired_card', 'invalid_expiry_month', 'invalid_expiry_year']

/** Classifies a bank's reason: one that is not known to be final may succeed later. */
export const declineKindOf = (reason: string): DeclineKind => {
  if (expired.includes(reason)) return 'expired'
  return hard.includes(reason) ? 'hard' : 'soft'
}
