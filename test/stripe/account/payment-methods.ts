import type { Stripe } from 'stripe'
import { StripeFault } from '../wire/stripe-fault.ts'
import type { Account, StoredCard } from './account.ts'
import { record } from './account.ts'
import { testCards } from './test-cards.ts'
import type { TestCard } from './test-cards.ts'

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
export const noBillingDetails = { address: noAddress, email: null, name: null, phone: null, tax_id: null }

export const cardOf = (card: TestCard): Stripe.PaymentMethod.Card => ({
  brand: card.brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
  country: 'US',
  display_brand: card.brand,
  exp_month: 12,
  exp_year: 2034,
  fingerprint: `fingerprint${card.last4}`,
  funding: card.funding,
  generated_from: null,
  last4: card.last4,
  networks: { available: [card.brand], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
})

/** A new PaymentMethod of a test card, as each use of a `pm_card_…` name makes one. */
export const mintCard = (
  account: Account,
  card: TestCard,
  billing: Stripe.PaymentMethod.BillingDetails = noBillingDetails,
): StoredCard => {
  const stored: StoredCard = {
    method: {
      id: account.newId('pm'),
      object: 'payment_method',
      allow_redisplay: 'unspecified',
      billing_details: billing,
      card: cardOf(card),
      created: account.now(),
      customer: null,
      customer_account: null,
      livemode: false,
      metadata: {},
      type: 'card',
    },
    card,
    isSpent: false,
    isSetUp: false,
  }
  account.cards.set(stored.method.id, stored)
  return stored
}

/** The card of an id or of one of Stripe's test names. */
export const findCard = (account: Account, id: string, param: string): StoredCard => {
  const test = testCards.get(id)
  const stored = test ? mintCard(account, test) : account.cards.get(id)
  if (!stored) throw StripeFault.missing('PaymentMethod', id, param)
  return stored
}

/** Refuses a card that was used up, or that is another customer's. */
export const assertUsableBy = (stored: StoredCard, customer: string | null, noun: string): void => {
  const { id, customer: owner } = stored.method
  if (stored.isSpent)
    throw StripeFault.invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param: 'payment_method' },
    )
  if (owner !== null && customer === null)
    throw StripeFault.invalid(
      `The PaymentMethod ${id} belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the ${noun}.`,
      { param: 'payment_method' },
    )
  if (owner !== null && owner !== customer)
    throw StripeFault.invalid(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'payment_method' },
    )
}

/** Makes it the customer's; nothing happens if it is already. */
export const attachCard = (account: Account, stored: StoredCard, customer: string): void => {
  if (stored.method.customer === customer) return
  stored.method.customer = customer
  record(account, (common) => ({
    ...common,
    type: 'payment_method.attached',
    data: { object: stored.method },
  }))
}

export const detachCard = (account: Account, stored: StoredCard): void => {
  const previous = stored.method.customer
  stored.method.customer = null
  stored.isSpent = true
  record(account, (common) => ({
    ...common,
    type: 'payment_method.detached',
    data: { object: stored.method, previous_attributes: { customer: previous } },
  }))
}
