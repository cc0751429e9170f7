import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'

/** What carriers report. The body is read unchanged, because the signature covers its bytes. */
export const receiveCarrierEvent = defineEndpoint({
  name: 'receiveCarrierEvent',
  method: 'POST',
  path: '/api/shipment/webhook/{carrier}',
  spec: 'shop',
  access: 'machine',
  agent: 'denied: machine',
  limit: { none: 'signed by the carrier, whose webhooks come in bursts' },
  payload: z.object({ carrier: z.string().max(20) }),
  reply: z.object({ received: z.literal(true) }),
  errors: ['FORBIDDEN', 'VALIDATION_ERROR', 'NOT_FOUND'],
})
