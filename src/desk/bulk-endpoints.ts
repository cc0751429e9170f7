import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { maxChosen } from './order-list-endpoints.ts'
import { bulkActs } from './rules/bulk-act.ts'
import { OrderCriteria } from './rules/order-filter.ts'

const bulk = { ...reads, permission: 'orders:ship' } as const
const actErrors = [...readErrors, 'ACTION_NOT_ALLOWED'] as const

const id = z.uuid()
const Act = z.enum(bulkActs)

/** Of an act on many orders: none for a batch. */
const Reason = oneLine().max(200, 'Please give a shorter reason.')

/**
 * Keeps what was chosen: orders by their ids, or every order of a filter. Nothing is done by it. Sent again with the same id it is the
 * same act.
 */
export const prepareBulkAct = defineEndpoint({
  ...bulk,
  name: 'prepareBulkAct',
  method: 'POST',
  path: '/api/desk/bulk-acts/',
  payload: z.object({
    request_id: z.uuid(),
    act: Act,
    ids: z.array(z.uuid()).max(maxChosen, `Please choose at most ${maxChosen} orders.`).default([]),
    /** In place of ids. */
    filter: OrderCriteria.optional(),
  }),
  reply: z.object({ id: z.string() }),
  errors: actErrors,
})

const Summary = z.object({
  id: z.string(),
  act: Act,
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

/** The latest acts that were started. */
export const listBulkActs = defineEndpoint({
  ...bulk,
  name: 'listBulkActs',
  method: 'GET',
  path: '/api/desk/bulk-acts/',
  payload: z.object({}),
  reply: z.object({ acts: z.array(Summary) }),
  errors: readErrors,
})

/** What an act would do with each order now, or what became of each. */
export const viewBulkAct = defineEndpoint({
  ...bulk,
  name: 'viewBulkAct',
  method: 'GET',
  path: '/api/desk/bulk-acts/{id}/',
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

export type BulkView = z.output<typeof viewBulkAct.reply>

/**
 * Starts what was shown, by a job, each order for itself. Started again it changes nothing. ACTION_NOT_ALLOWED when it would act on another
 * number of orders by now, and for so many that a second person has to agree.
 */
export const startBulkAct = defineEndpoint({
  ...bulk,
  name: 'startBulkAct',
  method: 'POST',
  path: '/api/desk/bulk-acts/{id}/start/',
  payload: z.object({
    id,
    /** How many orders were shown. */
    count: z.coerce.number('Please enter how many orders.').int().min(1),
    reason: Reason.default(''),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: actErrors,
})

/** Ends an act that runs: what waits is left out. One that has ended stays as it is. */
export const stopBulkAct = defineEndpoint({
  ...bulk,
  name: 'stopBulkAct',
  method: 'POST',
  path: '/api/desk/bulk-acts/{id}/stop/',
  payload: z.object({ id }),
  reply: z.object({ success: z.literal(true) }),
  errors: readErrors,
})
