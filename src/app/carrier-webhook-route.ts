import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordCarrierEvent } from '#order/server/orders.ts'
import { recordReturnScan } from '#return/server/returns.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Clock } from '#platform/clock.ts'
import { ShopError } from '#shared/errors.ts'
import { unreadableText } from '#shared/plain-text.ts'
import { receiveCarrierEvent } from '#shipment/endpoints.ts'
import type { CarrierReport } from '#shipment/server/carrier-report.ts'
import { readCarrierWebhook } from '#shipment/server/carrier-webhook.ts'
import { readEasyPostWebhook } from '#shipment/server/easypost-webhook.ts'

/** A webhook as it arrived. */
export interface CarrierWebhook {
  readonly carrier: string
  readonly headers: FastifyRequest['headers']
  readonly rawBody: string
}

/** Takes a webhook; throws FORBIDDEN, VALIDATION_ERROR, and NOT_FOUND for an unknown number that may become known. */
export type TakeCarrierWebhook = (webhook: CarrierWebhook) => Promise<void>

/** The secret with which a carrier signs; null for one whose webhooks are not taken. */
export type CarrierSecret = (carrier: string) => string | null

/** What a carrier says of a shipment, or of the package of a return. NOT_FOUND for an unknown number. */
const recordReport = async (deps: AppDeps, carrier: string, report: CarrierReport): Promise<void> => {
  if (await recordReturnScan(deps, { carrier, ...report })) return
  await recordCarrierEvent(deps, { carrier, source: 'carrier', ...report })
}

/** EasyPost stops sending to a shop that keeps refusing, and reports what others of its account ship, too. */
const recordOfEasyPost = async (deps: AppDeps, report: CarrierReport): Promise<void> => {
  try {
    await recordReport(deps, 'easypost', report)
  } catch (thrown) {
    if (!(thrown instanceof ShopError) || thrown.code !== 'NOT_FOUND') throw thrown
    deps.log.info({ event: report.externalId }, 'EasyPost reports a shipment that is not of this shop')
  }
}

/** Takes carriers' webhooks that are signed with their secret, by the machine's time; none without a secret. */
export const carrierWebhooks =
  (deps: AppDeps, secretOf: CarrierSecret, machineClock: Clock): TakeCarrierWebhook =>
  async ({ carrier, headers, rawBody }) => {
    const secret = secretOf(carrier)
    if (secret === null) throw new ShopError('FORBIDDEN')
    if (carrier === 'easypost') {
      const reports = readEasyPostWebhook(secret, headers['x-hmac-signature'], rawBody)
      for (const report of reports) await recordOfEasyPost(deps, report)
      return
    }
    const check = { carrier, secret, now: machineClock.now() }
    await recordReport(deps, carrier, readCarrierWebhook(check, headers['shipment-signature'], rawBody))
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
      await takeCarrierWebhook({ ...params.data, headers: request.headers, rawBody })
    } catch (thrown) {
      if (thrown instanceof ShopError && thrown.code === 'FORBIDDEN')
        deps.log.warn({ requestId: request.id, security: 'webhook' }, 'a webhook of a carrier was refused')
      throw thrown
    }
    return z.parse(receiveCarrierEvent.reply, { received: true })
  })
}
