import { recordOutcome, settleCharge } from '#payment/charge/server/payments.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { selectCase } from '#subscription/dunning/server/dunning-store.ts'
import { selectCycle } from '#subscription/record/server/billing-cycle-store.ts'
import { isPriced } from '#subscription/record/server/billing-cycle-record.ts'
import { finishCycle } from '#subscription/renewal/server/finish-cycle.ts'
import type { RenewalDeps } from '#subscription/renewal/server/open-renewals.ts'
import { chargeByLink } from './owed-order.ts'

/**
 * Before another card is charged, ends the confirmation of the refused one: the bank's question, and a confirmation that
 * failed, of which a page may still be open. What was paid meanwhile is recorded as paid. A question about an entered card
 * stays: this may be the same request again. Throws PAYMENT_PENDING when the processor does not answer.
 */
export const endQuestion = async (services: RenewalDeps, caseId: string): Promise<void> => {
  const { deps, dunning } = services
  const dunningCase = await selectCase(deps.database, caseId)
  const cycle = dunningCase && (await selectCycle(deps.database, dunningCase.billingCycleId))
  const charge = cycle && isPriced(cycle) ? await chargeByLink(deps.database, cycle) : null
  const source = charge?.request.source
  if (!charge || !source || source.kind === 'token') return
  const isRefusedConfirmation = charge.state === 'declined' && source.kind === 'declined-charge'
  if (charge.state !== 'challenge' && !isRefusedConfirmation) return
  const outcome = await settleCharge(services, charge)
  if (['unknown', 'challenge', 'other-sum'].includes(outcome.state)) throw new ShopError('PAYMENT_PENDING')
  if (isRefusedConfirmation && outcome.state === 'succeeded') {
    deps.log.error({ charge: charge.id }, 'a declined charge has succeeded at the processor')
    throw new ShopError('PAYMENT_PENDING')
  }
  deps.reachCrashPoint('dunning: question ended')
  await inTransaction(deps, async (tx) => {
    const { charge: recorded, wasOpen } = await recordOutcome(tx, charge.id, outcome)
    if (wasOpen) await finishCycle(dunning, tx, recorded)
  })
}
