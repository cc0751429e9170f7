import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { receiveProcessorWebhook } from '#payment/endpoints.ts'
import { ShopError } from '#shared/errors.ts'
import { receiveCarrierEvent } from '#shipment/endpoints.ts'
import { registerCarrierWebhook } from './carrier-webhook-route.ts'
import type { Shop } from './shop.ts'

/** Endpoints that machines use and sign; they have no handler in the table, because their bodies are read unchanged. */
export const machineEndpoints = [receiveProcessorWebhook, receiveCarrierEvent] as const

/** Paths whose requests are signed by machines; the browser's origin is not checked. */
export const machinePaths = ['/api/payment/webhook/', '/api/shipment/webhook/']

/** The webhooks of processor and carriers: the signature covers the bytes, so the body is read unchanged. */
export const registerWebhook = async (
  app: FastifyInstance,
  shop: Pick<Shop, 'takeWebhook' | 'takeCarrierWebhook' | 'deps'>,
): Promise<void> => {
  const { takeWebhook, deps } = shop
  await app.register(async (machine) => {
    machine.removeAllContentTypeParsers()
    machine.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    registerCarrierWebhook(machine, shop)
    machine.post('/api/payment/webhook/:processor', async (request) => {
      const params = z.safeParse(receiveProcessorWebhook.payload, request.params)
      const rawBody = typeof request.body === 'string' ? request.body : ''
      const result = params.success
        ? await takeWebhook({ ...params.data, headers: request.headers, rawBody })
        : 'refused'
      if (result === 'refused') {
        deps.log.warn({ requestId: request.id, security: 'webhook' }, 'a webhook was refused')
        throw new ShopError('FORBIDDEN')
      }
      return z.parse(receiveProcessorWebhook.reply, { received: true })
    })
  })
}
