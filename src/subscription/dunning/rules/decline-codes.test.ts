import { expect, test } from 'vitest'
import { errorCatalogue } from '#shared/errors.ts'
import { afterDecline, declineKindIn, problemMessage } from './dunning.ts'
import {
  declineCodes,
  declineKindOf,
  declineError,
  declineErrors,
} from '#payment/processor/rules/card-decline.ts'

// As published on docs.stripe.com/declines/codes, November 2026.
const published =
  `authentication_required authentication_not_handled approve_with_id call_issuer card_not_supported
  card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card fraudulent
  generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip insufficient_funds
  invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number invalid_pin
  issuer_not_available lost_card merchant_blacklist mobile_device_authentication_required
  new_account_information_available no_action_taken not_permitted offline_pin_required online_or_offline_pin_required
  pickup_card pin_try_exceeded processing_error reenter_transaction restricted_card revocation_of_all_authorizations
  revocation_of_authorization security_violation service_not_allowed stolen_card stop_payment_order testmode_decline
  transaction_not_allowed try_again_later withdrawal_count_limit_exceeded`.split(/\s+/)

test('every published decline code is in the table', () => {
  expect(published.filter((code) => !declineCodes.has(code))).toEqual([])
})

const plan = { gaps_in_days: [1], link_days: 30, card_limits: [], end: 'failed' as const }
const today = Temporal.PlainDate.from('2031-02-06')

test.each([...declineCodes.keys()])(
  '%s: retried only if it may pass, with a sentence of its kind',
  (code) => {
    const kind = declineKindOf(code)
    const next = afterDecline(plan, { kind, tries: 1, cardBrand: 'visa', cardRefusedOn: [today], today })
    expect(next.kind).toBe(kind === 'soft' ? 'retry' : 'ended')
    // As it is stored and read again.
    expect(declineKindIn(kind)).toBe(kind)
    expect(declineErrors).toContain(declineError({ kind }))
    expect(errorCatalogue[declineError({ kind })].detail).toContain('not been charged')
    // The bank's own word, such as stolen, is nobody's business.
    expect(problemMessage(kind, 'en')).not.toContain(code)
  },
)

test('each kind of decline has its own sentence', () => {
  const sentences = new Set([...declineCodes.values()].map((kind) => problemMessage(kind, 'en')))
  expect(sentences.size).toBe(new Set(declineCodes.values()).size)
})

test.each([
  ['insufficient_funds', undefined, 'soft'],
  ['a reason nobody has heard of', undefined, 'soft'],
  ['do_not_honor', 'do_not_try_again', 'hard'],
  ['generic_decline', 'confirm_card_data', 'data'],
  ['generic_decline', 'try_again_later', 'soft'],
  ['expired_card', 'do_not_try_again', 'expired'],
  ['authentication_required', 'try_again_later', 'authenticate'],
  ['stolen_card', 'try_again_later', 'hard'],
] as const)('the reason %s with the advice %s is %s', (reason, advice, kind) => {
  expect(declineKindOf(reason, advice)).toBe(kind)
})
