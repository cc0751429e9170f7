import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

/** Each stock with the plans that are taken from it, and what people moved lately. */
export const listDeskStock = defineEndpoint({
  ...reads,
  name: 'listDeskStock',
  method: 'GET',
  path: '/api/desk/stock/',
  permission: 'catalogue:read',
  payload: z.object({}),
  reply: z.object({
    stock: z.array(
      z.object({ product: z.string(), available: z.number().int(), plans: z.array(z.string()) }),
    ),
    movements: z.array(
      z.object({
        id: z.string(),
        product: z.string(),
        kind: z.string(),
        units: z.number().int(),
        available: z.number().int(),
        note: z.string(),
        at: z.string(),
        by: z.string(),
      }),
    ),
  }),
  errors: readErrors,
})

const message = 'Please enter a whole number from 1.'

/** Adds what arrived to a stock, or takes away what cannot be sold; a form that is sent twice counts once. */
export const moveDeskStock = defineEndpoint({
  ...reads,
  name: 'moveDeskStock',
  method: 'POST',
  path: '/api/desk/stock/movements/',
  permission: 'catalogue:change',
  payload: z.object({
    request_id: z.uuid(),
    product: z.string().trim().max(60),
    kind: z.enum(['received', 'written-off']),
    units: z.number(message).int(message).min(1, message).max(1_000_000, 'Please enter at most 1,000,000.'),
    note: z.string().trim().min(1, 'Please say what it is: a delivery, a reason.').max(200),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: readErrors,
})
