import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const number = oneLine()
  .max(32)
  .regex(/^[A-Za-z0-9-]+$/, 'Please enter an order number.')

const disputes = { ...reads, permission: 'disputes' } as const

/** The disputes of an order, and what the bank would be sent. NOT_FOUND for an order without one. */
export const viewDeskDispute = defineEndpoint({
  ...disputes,
  name: 'viewDeskDispute',
  method: 'GET',
  path: '/api/desk/orders/{number}/dispute/',
  payload: z.object({ number }),
  reply: z.object({
    number: z.string(),
    dispute: z.object({
      id: z.string(),
      state: z.string(),
      reason: z.string(),
      currency: CurrencyCode,
      amount: Price,
      opened_at: z.string(),
      evidence_due_at: z.string().nullable(),
      closed_at: z.string().nullable(),
      /** Whether the bank waits for an answer. */
      needs_evidence: z.boolean(),
      /** Whether the bank only asks, so that there is no money to give up. */
      is_inquiry: z.boolean(),
    }),
    evidence: z.array(z.object({ title: z.string(), lines: z.array(z.string()) })),
  }),
  errors: readErrors,
})

/** The evidence as a PDF, in base64. */
export const viewDeskEvidence = defineEndpoint({
  ...disputes,
  name: 'viewDeskEvidence',
  method: 'GET',
  path: '/api/desk/orders/{number}/dispute/evidence/',
  payload: z.object({ number }),
  reply: z.object({ name: z.string(), pdf: z.base64() }),
  errors: readErrors,
})

const answers = {
  ...disputes,
  method: 'POST',
  payload: z.object({
    number,
    reason: oneLine().min(3, 'Please give a reason.').max(200, 'Please give a shorter reason.'),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED', 'SHOP_BUSY'],
} as const

/** Sends the evidence to the bank, once. */
export const submitDeskEvidence = defineEndpoint({
  ...answers,
  name: 'submitDeskEvidence',
  path: '/api/desk/orders/{number}/dispute/submit/',
})

/** Gives the money up, for good. */
export const acceptDeskDispute = defineEndpoint({
  ...answers,
  name: 'acceptDeskDispute',
  path: '/api/desk/orders/{number}/dispute/accept/',
})
