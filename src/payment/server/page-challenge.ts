import type { PageChallenge } from '../endpoints.ts'
import type { Charge, PaymentServices } from './payments.ts'

/**
 * What a page needs to ask the bank's question itself; null when it is asked elsewhere or not waited for. For the
 * charge's own buyer only: the secret completes the charge.
 */
export const pageChallengeOf = async (
  { processor }: PaymentServices,
  charge: Charge | null | undefined,
): Promise<PageChallenge | null> => {
  if (charge?.state !== 'challenge' || charge.processor !== processor.name) return null
  const { request, processorCharge, createdAt } = charge
  const page = await processor.pageChallenge({ request, processorCharge, createdAt })
  return page && { publishable_key: page.publishableKey, client_secret: page.clientSecret }
}
