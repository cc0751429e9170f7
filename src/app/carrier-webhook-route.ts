import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { recordCarrierEvent } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Clock } from '#platform/clock.ts'
import { ShopError } from '#shared/errors.ts'
import { unreadableText } from '#shared/plain-text.ts'
import { receiveCarrierEvent } from '#shipment/endpoints.ts'
import { readCarrierWebhook } from '#shipment/server/carrier-webhook.ts'

/** A webhook as it arrived. */
export interface CarrierWebhook {
  readonly carrier: string
  readonly signature: unknown
  readonly rawBody: string
}

/** Takes a webhook; throws FORBIDDEN, VALIDATION_ERROR, and NOT_FOUND for an unknown number. */
export type TakeCarrierWebhook = (webhook: CarrierWebhook) => Promise<void>

/** The secret with which a carrier signs; null for one whose webhooks are not taken. */
export type CarrierSecret = (carrier: string) => string | null

/** Takes carriers' webhooks that are signed with their secret, by the machine's time; none without a secret. */
export const carrierWebhooks =
  (deps: AppDeps, secretOf: CarrierSecret, machineClock: Clock): TakeCarrierWebhook =>
  async ({ carrier, signature, rawBody }) => {
    const secret = secretOf(carrier)
    if (secret === null) throw new ShopError('FORBIDDEN')
    const report = readCarrierWebhook({ secret, now: machineClock.now() }, signature, rawBody)
    await recordCarrierEvent(deps, { carrier, source: 'carrier', ...report })
  }

/** The endpoint; in a scope in which bodies are read unchanged. */
export const registerCarrierWebhook = (
  machine: FastifyInstance,
  { takeCarrierWebhook, deps }: { readonly takeCarrierWebhook: TakeCarrierWebhook; readonly deps: AppDeps },
): void => {
  machine.post('/api/shipment/webhook/:carrier', async (request) => {
    const params = z.safeParse(receiveCarrierEvent.payload, request.params)
    const rawBody = typeof request.body === 'string' ? request.body : ''
    try {
      if (!params.success || unreadableText(params.data) !== null) throw new ShopError('FORBIDDEN')
      await takeCarrierWebhook({ ...params.data, signature: request.headers['shipment-signature'], rawBody })
    } catch (thrown) {
      if (thrown instanceof ShopError && thrown.code === 'FORBIDDEN')
        deps.log.warn({ requestId: request.id, security: 'webhook' }, 'a webhook of a carrier was refused')
      throw thrown
    }
    return z.parse(receiveCarrierEvent.reply, { received: true })
  })
}
