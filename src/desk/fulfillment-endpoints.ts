import { z } from 'zod'
import { dayOr } from '#shared/day.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { maxChosen } from './order-list-endpoints.ts'
import { OrderCriteria } from './rules/order-filter.ts'
import { WorkKind } from './rules/work-kinds.ts'
import { PackingPlace } from './rules/packing-place.ts'

const number = oneLine()
  .max(32)
  .regex(/^[A-Za-z0-9-]+$/, 'Please enter an order number.')

const fulfillment = { ...reads, permission: 'orders:ship' } as const

export const PackLine = z.object({
  sku: z.string(),
  name: z.string(),
  product: z.string(),
  quantity: z.number().int(),
})

export const ToPack = z.object({
  order: z.string(),
  state: z.enum(['pending', 'packed']),
  /** The day on which its days to ship begin; null for what is sent again, which is always due. */
  ship_on: z.string().nullable(),
  shipping_method: z.string(),
  name: z.string(),
  /** The address as it is written on a label, line by line, without the name. */
  address: z.array(z.string()),
  lines: z.array(PackLine),
})

export type ToPack = z.output<typeof ToPack>

/** The last day whose shipments are asked for; today, if missing. */
export const until = dayOr('Please choose a day.').optional()

/** What is to be packed until a day, the most urgent first, 50 at a time, and what has to be picked for all of it. */
export const viewDeskFulfillment = defineEndpoint({
  ...fulfillment,
  name: 'viewDeskFulfillment',
  method: 'GET',
  path: '/api/desk/fulfillment/',
  payload: z.object({ until, after: PackingPlace.optional() }),
  reply: z.object({
    today: z.string(),
    until: z.string(),
    shipments: z.array(
      ToPack.extend({
        /** The batch that has it; null for none. */
        batch: z.number().int().nullable(),
      }),
    ),
    older: z.string().nullable(),
    /** How many there are. */
    count: z.number().int(),
    /** How many of them wait to be packed and are in no batch. */
    unbatched: z.number().int(),
    /** Units of what is not packed yet, by plan. */
    pick: z.array(PackLine),
    /** Packages that were lost, came back or should have arrived, and wait for somebody. */
    undelivered: z.array(z.object({ kind: WorkKind, title: z.string() })),
  }),
  errors: readErrors,
})

/** The shipments of an order that are to be packed or handed over, on whatever day. NOT_FOUND for an order without any. */
export const viewDeskPacking = defineEndpoint({
  ...fulfillment,
  name: 'viewDeskPacking',
  method: 'GET',
  path: '/api/desk/fulfillment/{number}/',
  payload: z.object({ number }),
  reply: z.object({
    shipment: ToPack,
    /** Which lots to take, the first to expire first; none where nobody names lots, and once it is packed. */
    lots: z.array(
      z.object({
        product: z.string(),
        /** Empty for units without a number. */
        lot: z.string(),
        units: z.number().int(),
        best_before: z.iso.date().nullable(),
      }),
    ),
    /** The next order that is not packed, of its batch or of all that is due; null for the last one. */
    next: z.string().nullable(),
    /** The batch that has it, and who packs that. */
    batch: z.object({ number: z.number().int(), held_by: z.string() }).nullable(),
    /** Whether its label is bought. */
    has_label: z.boolean(),
    /** Whether the shop buys labels of a carrier. */
    buys_labels: z.boolean(),
  }),
  errors: readErrors,
})

/** Packing slips, one page each, as a PDF in base64: of an order, or of what is due and not packed (at most 200). */
export const drawDeskSlips = defineEndpoint({
  ...fulfillment,
  name: 'drawDeskSlips',
  method: 'GET',
  path: '/api/desk/packing-slips/',
  payload: z.object({ number: number.optional(), until }),
  reply: z.object({ pdf: z.base64() }),
  errors: readErrors,
})

/** The slips of what waits of these orders, or of all of a filter; ACTION_NOT_ALLOWED when nothing waits, or it is more than 200. */
export const drawChosenSlips = defineEndpoint({
  ...fulfillment,
  name: 'drawChosenSlips',
  method: 'POST',
  path: '/api/desk/packing-slips/',
  payload: z.object({
    ids: z.array(z.uuid()).max(maxChosen, `Please choose at most ${maxChosen} orders.`).default([]),
    /** In place of ids. */
    filter: OrderCriteria.optional(),
  }),
  reply: z.object({ pdf: z.base64() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** What is due, with addresses, as a list or as CSV for a warehouse elsewhere. */
export const exportDeskFulfillment = defineEndpoint({
  ...fulfillment,
  name: 'exportDeskFulfillment',
  method: 'GET',
  path: '/api/desk/fulfillment-file/',
  csv: 'reply',
  payload: z.object({ until, format: z.enum(['json', 'csv']).default('csv') }),
  reply: z.union([
    z.object({ csv: z.string() }),
    z.object({ shipments: z.array(z.record(z.string(), z.string())) }),
  ]),
  errors: readErrors,
})

/** Buys the label of a packed shipment at the shop's carrier; asked again it buys no other. */
export const buyDeskLabel = defineEndpoint({
  ...fulfillment,
  name: 'buyDeskLabel',
  method: 'POST',
  path: '/api/desk/fulfillment/{number}/label/',
  payload: z.object({ number }),
  reply: z.object({ success: z.literal(true) }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED', 'SHOP_BUSY'],
})

/** The label that was bought, as a PDF in base64. NOT_FOUND when none was. */
export const viewDeskLabel = defineEndpoint({
  ...fulfillment,
  name: 'viewDeskLabel',
  method: 'GET',
  path: '/api/desk/fulfillment/{number}/label/',
  payload: z.object({ number }),
  reply: z.object({ pdf: z.base64() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED', 'SHOP_BUSY'],
})
