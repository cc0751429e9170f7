import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { maxChosen } from './order-list-endpoints.ts'
import { OrderCriteria } from './rules/order-filter.ts'
import { OrderTag } from './rules/order-marks.ts'

const tags = { ...reads, permission: 'orders:ship' } as const

/** Gives orders a tag, or takes it away: orders by their ids, or all of a filter, at most 1,000. Done again it changes nothing. */
export const tagOrders = defineEndpoint({
  ...tags,
  name: 'tagOrders',
  method: 'POST',
  path: '/api/desk/orders/tags/',
  payload: z.object({
    tag: OrderTag,
    action: z.enum(['add', 'remove']),
    ids: z.array(z.uuid()).max(maxChosen, `Please choose at most ${maxChosen} orders.`).default([]),
    /** In place of ids. */
    filter: OrderCriteria.optional(),
  }),
  /** The orders that were changed by it. */
  reply: z.object({ tag: z.string(), changed: z.array(z.string()), chosen: z.number().int() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** The tags in use and how many orders have them, the most used first. */
export const listOrderTags = defineEndpoint({
  ...tags,
  name: 'listOrderTags',
  method: 'GET',
  path: '/api/desk/orders/tags/',
  payload: z.object({}),
  reply: z.object({ tags: z.array(z.object({ tag: z.string(), orders: z.number().int() })) }),
  errors: readErrors,
})
