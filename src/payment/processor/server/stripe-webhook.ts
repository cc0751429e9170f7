import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { WebhookEvent, WebhookHeaders } from './processor.ts'

const Event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      /** Some objects have none, such as a balance; an endpoint with all events gets them too. */
      id: z.string().nullish(),
      object: z.string(),
      metadata: z.record(z.string(), z.string()).nullish(),
      payment_intent: z.string().nullish(),
    }),
  }),
})

/** By the networks' account updater, or in the dashboard. */
const updatedCards = ['payment_method.automatically_updated', 'payment_method.updated']

interface WebhookDeps {
  readonly stripe: Stripe
  readonly settings: { readonly webhookSecrets: readonly string[] }
  readonly machineClock: Clock
}

/** The event of a webhook that Stripe signed in the last five minutes; null for anything else. */
export const readStripeWebhook = (
  { stripe, settings, machineClock }: WebhookDeps,
  headers: WebhookHeaders,
  rawBody: string,
): WebhookEvent | null => {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string') return null
  const now = machineClock.now().epochMilliseconds
  const isSigned = settings.webhookSecrets.some((secret) => {
    try {
      stripe.webhooks.constructEvent(rawBody, signature, secret, 300, undefined, now)
      return true
    } catch {
      return false
    }
  })
  if (!isSigned) return null
  const event = Event.safeParse(JSON.parse(rawBody)).data
  if (!event) return null
  const { object, metadata, payment_intent: intent } = event.data.object
  const id = event.data.object.id ?? null
  const isCharge = object === 'payment_intent' || object === 'setup_intent'
  const key = metadata?.['idempotency_key'] ?? null
  return {
    id: event.id,
    type: event.type,
    idempotencyKey: isCharge ? key : null,
    processorCharge: isCharge ? id : null,
    refundKey: object === 'refund' ? key : null,
    refundedCharge: object === 'refund' || event.type === 'charge.refunded' ? (intent ?? null) : null,
    processorMethod: updatedCards.includes(event.type) ? id : null,
    isPayout: object === 'payout',
    processorDispute: object === 'dispute' ? id : null,
    processorWarning: object === 'radar.early_fraud_warning' ? id : null,
  }
}
