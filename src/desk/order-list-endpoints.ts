import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { DeskOrderRow, OrderNumber } from './endpoints.ts'
import { filterShape, isPlaceOf } from './rules/order-filter.ts'

/** Orders that are chosen one by one. */
export const maxChosen = 1_000

/** Orders that were chosen in the list, the newest first; an id without an order is left out. */
export const listChosenOrders = defineEndpoint({
  ...reads,
  limit: ['rows'],
  name: 'listChosenOrders',
  method: 'POST',
  path: '/api/desk/orders/chosen/',
  permission: 'orders:read',
  payload: z.object({
    ids: z
      .array(z.uuid())
      .min(1, 'Please choose an order.')
      .max(maxChosen, `Please choose at most ${maxChosen} orders.`),
  }),
  reply: z.object({ orders: z.array(DeskOrderRow) }),
  errors: readErrors,
})

/** Counting stops at this number. */
export const maxNewer = 100

/** How many orders of a filter were placed after a place of its list, up to 100. */
export const countNewerOrders = defineEndpoint({
  ...reads,
  name: 'countNewerOrders',
  method: 'GET',
  path: '/api/desk/orders/newer/',
  permission: 'orders:read',
  payload: z.object({
    ...filterShape,
    since: z.string().refine((place) => isPlaceOf('-placed', place), 'Please name a place of the list.'),
  }),
  reply: z.object({ count: z.number().int() }),
  errors: readErrors,
})

/** The order after or before another one in a list; null at its end. The other one need not be in the list any more. NOT_FOUND. */
export const findNeighborOrder = defineEndpoint({
  ...reads,
  name: 'findNeighborOrder',
  method: 'GET',
  path: '/api/desk/orders/{number}/neighbor/',
  permission: 'orders:read',
  payload: z.object({ ...filterShape, number: OrderNumber, step: z.enum(['next', 'previous']) }),
  reply: z.object({ number: z.string().nullable() }),
  errors: readErrors,
})
