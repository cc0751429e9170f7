import { loadStripe } from '@stripe/stripe-js/pure'
import type { PageChallenge } from '../endpoints.ts'

/**
 * Has Stripe.js ask the bank's question on this page, and returns when it is answered, whatever the answer: the server
 * receives it from Stripe. Rejects when the script cannot be loaded.
 */
export const askBank = async (challenge: PageChallenge): Promise<void> => {
  const stripe = await loadStripe(challenge.publishable_key)
  if (!stripe) throw new Error('Stripe.js could not be loaded.')
  await stripe.handleNextAction({ clientSecret: challenge.client_secret })
}
