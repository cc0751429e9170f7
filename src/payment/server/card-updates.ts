import { inTransaction } from '#platform/transaction.ts'
import type { PaymentServices } from '../charge/server/payments.ts'
import { isSavedMethod, updateMethods } from '../card/server/payment-method-store.ts'
import type { WebhookEvent } from '../processor/server/processor.ts'
import { insertWebhookEvent } from './webhook-store.ts'

/**
 * A bank has given a saved card a new number or expiry, which the networks tell the processor: the shop shows what the
 * processor has now. Only saved cards are asked for, and one event once. Throws when the processor does not answer, so that
 * it sends the webhook again.
 */
export const updateSavedCard = async (
  { deps, processor }: PaymentServices,
  event: WebhookEvent,
): Promise<void> => {
  const { processorMethod } = event
  if (processorMethod === null || !(await isSavedMethod(deps.database, processor.name, processorMethod)))
    return
  const card = await processor.readCard(processorMethod)
  if (card === null) return
  await inTransaction(deps, async (tx) => {
    if (!(await insertWebhookEvent(tx.db, processor.name, event, tx.now))) return
    await updateMethods(tx.db, { processor: processor.name, processorMethod, ...card })
  })
}
