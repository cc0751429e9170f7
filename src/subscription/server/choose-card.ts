import { isShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { ChargeInHand } from '../rules/charge-in-hand.ts'
import { commitChange } from './change-subscription.ts'
import type { Member } from './gather-change.ts'
import type { RenewalTools } from './open-renewals.ts'
import { keepWaitingCard } from './waiting-card.ts'
import type { CardChoice } from './waiting-card.ts'

/** Charges may end and begin between two looks; more often than this they do not. */
const mostLooks = 3

const isInHand = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.data?.['reason'] === 'charge-in-hand'

const isSoAlready = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.data?.['reason'] === 'nothing-changes'

/**
 * Lets a kept card pay a member's subscription: at once, or as soon as the charge under way is decided. Answers that
 * charge; null when the card pays from now on. The same request again answers how it stands by then. Throws what changing
 * the card throws, but not for a charge under way nor for the card that pays already.
 */
export const chooseCard = async (
  tools: RenewalTools,
  member: Member,
  id: string,
  choice: CardChoice,
): Promise<ChargeInHand | null> => {
  const { paymentMethodId, requestId } = choice
  const change = { action: 'change-payment-method', payment_method_id: paymentMethodId } as const
  for (let looks = 1; ; looks += 1) {
    try {
      await commitChange(tools, member, id, change, { request_id: requestId })
      return null
    } catch (thrown) {
      if (isSoAlready(thrown)) return null
      if (!isInHand(thrown) || looks === mostLooks) throw thrown
    }
    const charge = await inTransaction(tools.world, (work) =>
      keepWaitingCard(work, member.accountId, id, choice),
    )
    if (charge !== null) return charge
  }
}
