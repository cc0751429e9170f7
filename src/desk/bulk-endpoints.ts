import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { maxChosen } from './order-list-endpoints.ts'
import { bulkActions } from './rules/bulk-action.ts'
import { OrderCriteria } from './rules/order-filter.ts'

const bulk = { ...reads, permission: 'orders:ship' } as const
const actionErrors = [...readErrors, 'ACTION_NOT_ALLOWED'] as const

const id = z.uuid()
const Action = z.enum(bulkActions)

/** Of a bulk action: none for a batch. */
const Reason = oneLine().max(200, 'Please give a shorter reason.')

/**
 * Stores what was chosen: orders by their ids, or every order of a filter. Nothing else is done. Sent again with the same id it
 * is the
 * same action.
 */
export const prepareBulkAction = defineEndpoint({
  ...bulk,
  name: 'prepareBulkAction',
  method: 'POST',
  path: '/api/desk/bulk-actions/',
  payload: z.object({
    request_id: z.uuid(),
    action: Action,
    ids: z.array(z.uuid()).max(maxChosen, `Please choose at most ${maxChosen} orders.`).default([]),
    /** In place of ids. */
    filter: OrderCriteria.optional(),
  }),
  reply: z.object({ id: z.string() }),
  errors: actionErrors,
})

const Summary = z.object({
  id: z.string(),
  action: Action,
  state: z.enum(['prepared', 'running', 'finished', 'stopped']),
  by: z.string(),
  is_own: z.boolean(),
  prepared_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  reason: z.string(),
  /** Whether the orders of a filter were chosen. */
  is_filter: z.boolean(),
  chosen: z.number().int(),
  done: z.number().int(),
  left_out: z.number().int(),
  failed: z.number().int(),
  /** The batch that it made. */
  batch: z.number().int().nullable(),
})

export type BulkSummary = z.output<typeof Summary>

const Row = z.object({
  order: z.string(),
  currency: CurrencyCode,
  total: Price,
  /** `waits`: it will be done, or its turn has not come. */
  outcome: z.enum(['waits', 'done', 'left-out', 'failed']),
  /** Of what is left out, or failed, as a sentence. */
  why: z.string(),
})

export type BulkRow = z.output<typeof Row>

/** The latest actions that were started. */
export const listBulkActions = defineEndpoint({
  ...bulk,
  name: 'listBulkActions',
  method: 'GET',
  path: '/api/desk/bulk-actions/',
  payload: z.object({}),
  reply: z.object({ actions: z.array(Summary) }),
  errors: readErrors,
})

/** What an action would do with each order now, or what became of each. */
export const viewBulkAction = defineEndpoint({
  ...bulk,
  name: 'viewBulkAction',
  method: 'GET',
  path: '/api/desk/bulk-actions/{id}/',
  payload: z.object({ id }),
  reply: Summary.extend({
    /** What will be done or was done, and its sums by currency. */
    acted: z.number().int(),
    sums: z.array(z.object({ currency: CurrencyCode, amount: Price })),
    /** The first 500 of each outcome. */
    rows: z.array(Row),
    needs_reason: z.boolean(),
    /** Whether a second person has to agree. */
    needs_second: z.boolean(),
  }),
  errors: readErrors,
})

export type BulkView = z.output<typeof viewBulkAction.reply>

/**
 * Starts what was shown, by a job, each order for itself. Started again it changes nothing. ACTION_NOT_ALLOWED when it would
 * act on another
 * number of orders by now, and for so many that a second person has to agree.
 */
export const startBulkAction = defineEndpoint({
  ...bulk,
  name: 'startBulkAction',
  method: 'POST',
  path: '/api/desk/bulk-actions/{id}/start/',
  payload: z.object({
    id,
    /** How many orders were shown. */
    count: z.coerce.number('Please enter how many orders.').int().min(1),
    reason: Reason.default(''),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: actionErrors,
})

/** Ends an action that runs: what waits is left out. One that has ended stays as it is. */
export const stopBulkAction = defineEndpoint({
  ...bulk,
  name: 'stopBulkAction',
  method: 'POST',
  path: '/api/desk/bulk-actions/{id}/stop/',
  payload: z.object({ id }),
  reply: z.object({ success: z.literal(true) }),
  errors: readErrors,
})
