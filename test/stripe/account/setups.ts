import { StripeFault } from '../wire/stripe-fault.ts'
import type { Account, StoredCard, StoredSetup } from './account.ts'
import { record } from './account.ts'
import { attachCard } from './payment-methods.ts'
import { needsBuyer, nextActionOf } from './payments.ts'
import type { Confirmation } from './payments.ts'
import type { Decline } from './test-cards.ts'

const unsettle = (account: Account, setup: StoredSetup): void => {
  account.challenges.delete(setup.id)
  setup.status = 'requires_payment_method'
  setup.payment_method = null
  setup.next_action = null
  record(account, (common) => ({ ...common, type: 'setup_intent.setup_failed', data: { object: setup } }))
}

const refuse = (account: Account, setup: StoredSetup, stored: StoredCard, decline: Decline): StripeFault => {
  const details = {
    code: decline.code,
    decline_code: decline.declineCode,
    ...(decline.advice ? { advice_code: decline.advice } : {}),
    payment_method: structuredClone(stored.method),
  }
  setup.last_setup_error = { type: 'card_error', message: decline.message, ...details }
  unsettle(account, setup)
  return StripeFault.declined(decline.message, { ...details, setup_intent: structuredClone(setup) })
}

/** The card is saved; the refusal is returned, not thrown. */
const finish = (account: Account, setup: StoredSetup, stored: StoredCard): StripeFault | null => {
  const { decline, isAttachable } = stored.card
  if (decline && !isAttachable) return refuse(account, setup, stored, decline)
  setup.status = 'succeeded'
  setup.payment_method = stored.method.id
  setup.next_action = null
  setup.last_setup_error = null
  setup.latest_attempt = account.newId('setatt')
  if (setup.usage === 'off_session') stored.isSetUp = true
  if (setup.customer !== null) attachCard(account, stored, setup.customer)
  record(account, (common) => ({ ...common, type: 'setup_intent.succeeded', data: { object: setup } }))
  return null
}

/** Saves the card, or asks for the buyer; throws the refusal after it is stored. */
export const setUp = (
  account: Account,
  setup: StoredSetup,
  stored: StoredCard,
  confirmation: Confirmation,
): void => {
  account.challenges.delete(setup.id)
  if (!needsBuyer(stored, confirmation)) {
    const fault = finish(account, setup, stored)
    if (fault) throw fault
    return
  }
  setup.status = 'requires_action'
  setup.payment_method = stored.method.id
  setup.last_setup_error = null
  setup.next_action = nextActionOf(setup.id, confirmation)
  account.challenges.set(setup.id, {
    cardId: stored.method.id,
    resume: () => void finish(account, setup, stored),
  })
  record(account, (common) => ({ ...common, type: 'setup_intent.requires_action', data: { object: setup } }))
}

/** The buyer cancels the bank's challenge or gets it wrong. */
export const failSetupChallenge = (account: Account, setup: StoredSetup): void => {
  const stored = account.cards.get(account.challenges.get(setup.id)?.cardId ?? '')
  setup.last_setup_error = {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: 'The latest attempt to set up the payment method has failed because authentication failed.',
    ...(stored ? { payment_method: structuredClone(stored.method) } : {}),
  }
  unsettle(account, setup)
}
