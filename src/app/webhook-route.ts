import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { receiveProcessorWebhook } from '#payment/endpoints.ts'
import { ShopError } from '#shared/errors.ts'
import type { Shop } from './shop.ts'

/** Endpoints that machines use and sign; they have no handler in the table, because their bodies are read unchanged. */
export const machineEndpoints = [receiveProcessorWebhook] as const

/** Paths whose requests are signed by machines; the browser's origin is not checked. */
export const machinePaths = ['/api/payment/webhook/']

/** The processor's webhooks: the signature covers the bytes, so the body is read unchanged. */
export const registerWebhook = async (
  app: FastifyInstance,
  { takeWebhook, deps }: Pick<Shop, 'takeWebhook' | 'deps'>,
): Promise<void> => {
  await app.register(async (machine) => {
    machine.removeAllContentTypeParsers()
    machine.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
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
