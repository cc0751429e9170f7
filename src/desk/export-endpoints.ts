import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { maxChosen } from './order-list-endpoints.ts'
import { OrderCriteria, OrderColumns } from './rules/order-filter.ts'

const orders = { ...reads, permission: 'orders:read' } as const

/** Of a list: which orders, in which order, and which columns. */
const ExportedList = z.object({ filter: OrderCriteria, cols: OrderColumns.optional() })

/**
 * Begins a file that is sent at once, with an entry of the log: of a list, or of orders that were chosen. A list of more than 10,000
 * orders begins no file, and nothing is logged.
 */
export const openOrderFile = defineEndpoint({
  ...orders,
  name: 'openOrderFile',
  method: 'POST',
  path: '/api/desk/orders/files/',
  payload: z.object({
    list: ExportedList,
    /** The number of orders that were chosen one by one. */
    chosen: z.number().int().min(1).max(maxChosen).optional(),
  }),
  reply: z.object({ is_too_long: z.boolean() }),
  errors: readErrors,
})

/** Asks for a file that a job writes. Sent again with the same id it is the same file. */
export const startOrderExport = defineEndpoint({
  ...orders,
  name: 'startOrderExport',
  method: 'POST',
  path: '/api/desk/orders/exports/',
  payload: z.object({ request_id: z.uuid(), list: ExportedList }),
  reply: z.object({ id: z.string() }),
  errors: readErrors,
})

const Export = z.object({
  id: z.string(),
  /** The words of the list's address. */
  query: z.string(),
  requested_at: z.string(),
  state: z.enum(['running', 'ready', 'failed', 'expired']),
  /** Orders that are written. */
  orders: z.number().int(),
  /** Until when the file can be downloaded; null before there is one. */
  expires_at: z.string().nullable(),
  failure: z.string().nullable(),
})

export type OrderExport = z.output<typeof Export>

/** The person's own files, the latest first. */
export const listOrderExports = defineEndpoint({
  ...orders,
  name: 'listOrderExports',
  method: 'GET',
  path: '/api/desk/orders/exports/',
  payload: z.object({}),
  reply: z.object({ exports: z.array(Export) }),
  errors: readErrors,
})

const id = z.uuid()

/** One of the person's own files. */
export const viewOrderExport = defineEndpoint({
  ...orders,
  name: 'viewOrderExport',
  method: 'GET',
  path: '/api/desk/orders/exports/{id}/',
  payload: z.object({ id }),
  reply: Export,
  errors: readErrors,
})

/**
 * A part of a file that is ready, for who asked for it and while the role may have it; the first part writes the download to the log,
 * and no other one is read before it. NOT_FOUND.
 */
export const readOrderExport = defineEndpoint({
  ...orders,
  limit: ['rows'],
  name: 'readOrderExport',
  method: 'POST',
  path: '/api/desk/orders/exports/{id}/parts/',
  payload: z.object({ id, position: z.number().int().min(0).max(100_000).default(0) }),
  reply: z.object({ lines: z.string(), next: z.number().int().nullable() }),
  errors: readErrors,
})
