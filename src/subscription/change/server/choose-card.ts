import { isShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { ChargeInFlight } from '#subscription/renewal/rules/charge-in-flight.ts'
import { commitChange } from './change-subscription.ts'
import type { Member } from './gather-change.ts'
import type { RenewalDeps } from '#subscription/renewal/server/open-renewals.ts'
import { saveWaitingCard } from '#subscription/renewal/server/waiting-card.ts'
import type { CardChoice } from '#subscription/renewal/server/waiting-card.ts'

/** A charge may end and another begin between two attempts; more often than this is a fault. */
const maxAttempts = 3

const isChargeInFlight = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.data?.['reason'] === 'charge-in-flight'

const isUnchanged = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.data?.['reason'] === 'nothing-changes'

/**
 * Assigns a saved card to a member's subscription: at once, or once the charge in flight is settled. Returns that charge;
 * null when the card pays from now on. The same request again returns the current state. Throws what changing the card
 * throws, except for a charge in flight and for a card that is already assigned.
 */
export const chooseCard = async (
  services: RenewalDeps,
  member: Member,
  id: string,
  choice: CardChoice,
): Promise<ChargeInFlight | null> => {
  const { paymentMethodId, requestId } = choice
  const change = { action: 'change-payment-method', payment_method_id: paymentMethodId } as const
  for (let attempt = 1; ; attempt += 1) {
    try {
      await commitChange(services, member, id, change, { request_id: requestId })
      return null
    } catch (thrown) {
      if (isUnchanged(thrown)) return null
      if (!isChargeInFlight(thrown) || attempt === maxAttempts) throw thrown
    }
    const charge = await inTransaction(services.deps, (tx) =>
      saveWaitingCard(tx, member.accountId, id, choice),
    )
    if (charge !== null) return charge
  }
}
