import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { PackLine, until } from './fulfillment-endpoints.ts'
import { maxBatch } from './rules/bulk-action.ts'

const batches = { ...reads, permission: 'orders:ship' } as const

/** As it comes in an address, or as a number. */
const number = z.coerce.number().int().min(1).max(2_000_000_000)

const Batch = z.object({
  number: z.number().int(),
  made_at: z.string(),
  made_by: z.string(),
  /** Who packs it. */
  held_by: z.string(),
  is_own: z.boolean(),
  /** Null while it is open. */
  closed_at: z.string().nullable(),
  /** How many shipments it has, and how many of them wait to be packed, or are packed and wait for their carrier. */
  shipments: z.number().int(),
  to_pack: z.number().int(),
  packed: z.number().int(),
})

export type Batch = z.output<typeof Batch>

export const listDeskBatches = defineEndpoint({
  ...batches,
  name: 'listDeskBatches',
  method: 'GET',
  path: '/api/desk/batches/',
  payload: z.object({ state: z.enum(['open', 'closed']).default('open'), before: number.optional() }),
  reply: z.object({ batches: z.array(Batch), older: z.number().int().nullable() }),
  errors: readErrors,
})

/**
 * Makes a batch of what is due, not packed and in no batch, the most urgent first. Sent again with the same id it is the same batch;
 * of two people at one moment each gets shipments of their own. ACTION_NOT_ALLOWED when nothing is left.
 */
export const makeDeskBatch = defineEndpoint({
  ...batches,
  name: 'makeDeskBatch',
  method: 'POST',
  path: '/api/desk/batches/',
  payload: z.object({
    request_id: z.uuid(),
    until,
    size: z.coerce
      .number('Please enter how many shipments.')
      .int('Please enter how many shipments.')
      .min(1, 'Please enter how many shipments.')
      .max(maxBatch, `Please choose at most ${maxBatch} shipments.`)
      .default(30),
  }),
  reply: z.object({ number: z.number().int() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** A batch with its shipments as they are now. */
export const viewDeskBatch = defineEndpoint({
  ...batches,
  name: 'viewDeskBatch',
  method: 'GET',
  path: '/api/desk/batches/{number}/',
  payload: z.object({ number }),
  reply: z.object({
    ...Batch.shape,
    rows: z.array(
      z.object({
        shipment_id: z.string(),
        order: z.string(),
        /** Of the shipment; `released` for one that went back to the list. */
        state: z.string(),
        has_label: z.boolean(),
        name: z.string(),
        lines: z.array(PackLine),
      }),
    ),
    pick: z.array(PackLine),
    /** Whether the shop buys labels of a carrier. */
    buys_labels: z.boolean(),
  }),
  errors: readErrors,
})

export type BatchRow = z.output<typeof viewDeskBatch.reply>['rows'][number]

const done = z.object({ success: z.literal(true) })
const actionErrors = [...readErrors, 'ACTION_NOT_ALLOWED'] as const

/** The person packs it from now on. */
export const takeDeskBatch = defineEndpoint({
  ...batches,
  name: 'takeDeskBatch',
  method: 'POST',
  path: '/api/desk/batches/{number}/take/',
  payload: z.object({ number }),
  reply: done,
  errors: actionErrors,
})

/** A shipment goes back to the list; one that is packed stays. Again it changes nothing. */
export const releaseDeskShipment = defineEndpoint({
  ...batches,
  name: 'releaseDeskShipment',
  method: 'POST',
  path: '/api/desk/batches/{number}/release/',
  payload: z.object({ number, shipment_id: z.uuid() }),
  reply: done,
  errors: actionErrors,
})

/** Ends a batch: what is not packed goes back to the list. Again it changes nothing. */
export const closeDeskBatch = defineEndpoint({
  ...batches,
  name: 'closeDeskBatch',
  method: 'POST',
  path: '/api/desk/batches/{number}/close/',
  payload: z.object({ number }),
  reply: done,
  errors: actionErrors,
})

/** The pick list and the packing slips of a batch, as a PDF in base64. */
export const drawDeskBatch = defineEndpoint({
  ...batches,
  name: 'drawDeskBatch',
  method: 'GET',
  path: '/api/desk/batches/{number}/file/',
  payload: z.object({ number, what: z.enum(['pick-list', 'slips']).default('slips') }),
  reply: z.object({ pdf: z.base64() }),
  errors: readErrors,
})

/** Buys a label for everything of a batch that is packed; asked again it buys no other. */
export const buyDeskBatchLabels = defineEndpoint({
  ...batches,
  name: 'buyDeskBatchLabels',
  method: 'POST',
  path: '/api/desk/batches/{number}/labels/',
  payload: z.object({ number }),
  reply: done,
  errors: [...actionErrors, 'SHOP_BUSY'],
})

/**
 * The labels of a batch that were bought, in the order in which it is packed, as one file in base64: for a label printer (ZPL), or a PDF
 * with all of their pages. NOT_FOUND when none was bought; ACTION_NOT_ALLOWED with the order whose label does not come or cannot be
 * joined with the others.
 */
export const viewDeskBatchLabels = defineEndpoint({
  ...batches,
  name: 'viewDeskBatchLabels',
  method: 'GET',
  path: '/api/desk/batches/{number}/labels/',
  payload: z.object({ number, format: z.enum(['pdf', 'zpl']).default('zpl') }),
  reply: z.object({ file: z.base64() }),
  errors: actionErrors,
})
