import { isShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { ChargeInFlight } from '#subscription/renewal/rules/charge-in-flight.ts'
import { commitChange } from './change-subscription.ts'
import type { Member } from './gather-change.ts'
import type { RenewalDeps } from '#subscription/renewal/server/open-renewals.ts'
import { actionRefused } from '#subscription/record/rules/action-refusal.ts'
import type { CardChoice } from '#subscription/record/rules/card-choice.ts'
import { noteCardChoice } from '#subscription/record/server/subscription-store.ts'
import { saveWaitingCard } from '#subscription/renewal/server/waiting-card.ts'

/** A charge may end and another begin between two attempts; more often than this is a fault. */
const maxAttempts = 3

const isChargeInFlight = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.data?.['reason'] === 'charge-in-flight'

const isUnchanged = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.data?.['reason'] === 'nothing-changes'

/**
 * Assigns a saved card to a member's subscription: at once, or once the charge in flight is settled. Returns that charge;
 * null when the card pays from now on. The same request again returns the current state. Throws what changing the card
 * throws, except for a charge in flight and for a card that is already assigned; ACTION_NOT_ALLOWED also when a card that
 * was chosen later pays (decision 143).
 */
export const chooseCard = async (
  services: RenewalDeps,
  member: Member,
  id: string,
  choice: CardChoice,
): Promise<ChargeInFlight | null> => {
  const { paymentMethodId, requestId, chosenAt } = choice
  const change = { action: 'change-payment-method', payment_method_id: paymentMethodId } as const
  for (let attempt = 1; ; attempt += 1) {
    try {
      const commit = { request_id: requestId, card_chosen_at: chosenAt }
      const { subscription } = await commitChange(services, member, id, change, commit)
      // This request may have been made before, and another card chosen since.
      if (subscription.payment_method_id !== paymentMethodId) throw actionRefused('card-replaced')
      return null
    } catch (thrown) {
      if (isUnchanged(thrown)) {
        await inTransaction(services.deps, (tx) => noteCardChoice(tx, member.accountId, id, choice))
        return null
      }
      if (!isChargeInFlight(thrown) || attempt === maxAttempts) throw thrown
    }
    const charge = await inTransaction(services.deps, (tx) =>
      saveWaitingCard(tx, member.accountId, id, choice),
    )
    if (charge !== null) return charge
  }
}
