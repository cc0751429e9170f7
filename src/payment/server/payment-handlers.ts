import type { Handler } from '#platform/request-context.ts'
import type { viewCardEntry } from '../endpoints.ts'
import type { CardGate } from './card-gates.ts'
import type { PaymentServices } from './payments.ts'

export interface PaymentHandlers {
  readonly viewCardEntry: Handler<typeof viewCardEntry>
}

/** Answers the calls of the room; webhooks are answered by `receiveWebhook`, which needs the body as it came. */
export const createPaymentHandlers = (
  { deps, processor }: PaymentServices,
  gate: CardGate,
): PaymentHandlers => ({
  viewCardEntry: async (context, { return_path }) => {
    const { cardEntry } = processor
    return {
      entry:
        cardEntry.processor === 'sandbox'
          ? { processor: cardEntry.processor, field_url: cardEntry.fieldUrl }
          : { processor: cardEntry.processor, publishable_key: cardEntry.publishableKey },
      card_page_url: processor.cardPageUrl(`${deps.publicUrl}${return_path}`),
      check: await gate.view(context),
    }
  },
})
