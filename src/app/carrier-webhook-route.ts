import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { recordCarrierEvent } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Clock } from '#platform/clock.ts'
import { ShopError } from '#shared/errors.ts'
import { unreadableText } from '#shared/plain-text.ts'
import { receiveCarrierEvent } from '#shipment/endpoints.ts'
import { readCarrierWebhook } from '#shipment/server/carrier-webhook.ts'
import type { CarrierReport } from '#shipment/server/carrier-webhook.ts'

/** A webhook as it arrived. */
export interface CarrierWebhook {
  readonly carrier: string
  readonly signature: unknown
  readonly rawBody: string
}

/** Takes a webhook; throws FORBIDDEN, VALIDATION_ERROR, and NOT_FOUND for an unknown number. */
export type TakeCarrierWebhook = (webhook: CarrierWebhook) => Promise<void>

const saysOf = (report: CarrierReport) =>
  report.event === 'delayed'
    ? ({ kind: 'delayed', expectedOn: report.expected_on } as const)
    : ({ kind: 'state', state: report.event } as const)

/** Takes carriers' webhooks that are signed with `secret`, by the machine's time; none without a secret. */
export const carrierWebhooks =
  (deps: AppDeps, secret: string | null, machineClock: Clock): TakeCarrierWebhook =>
  async ({ carrier, signature, rawBody }) => {
    if (secret === null) throw new ShopError('FORBIDDEN')
    const report = readCarrierWebhook({ secret, now: machineClock.now() }, signature, rawBody)
    const { id: externalId, tracking, at } = report
    const event = { carrier, tracking, says: saysOf(report), at, source: 'carrier', externalId } as const
    await recordCarrierEvent(deps, event)
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
