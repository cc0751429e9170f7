import { z } from 'zod'
import { lotNumber } from '#certificate/rules/certificate.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const Movement = z.object({
  id: z.string(),
  product: z.string(),
  kind: z.enum(['received', 'written-off', 'counted']),
  /** Of a count the difference, which may be below zero. */
  units: z.number().int(),
  /** The stock after it. */
  available: z.number().int(),
  counted: z.number().int().nullable(),
  lot: z.string().nullable(),
  note: z.string(),
  at: z.string(),
  by: z.string(),
})

/** What is on hand of a lot. */
const StockLot = z.object({
  product: z.string(),
  /** Empty for units without a number. */
  lot: z.string(),
  best_before: z.iso.date().nullable(),
  remaining: z.number().int(),
  state: z.enum(['good', 'expires-soon', 'expired']),
  /** The certificate of its laboratory in the shop; null without one. */
  certificate: z.string().nullable(),
})

export type DeskStockLot = z.output<typeof StockLot>

export type DeskMovement = z.output<typeof Movement>

const Delivery = z.object({
  id: z.string(),
  product: z.string(),
  units: z.number().int(),
  received: z.number().int(),
  expected_on: z.iso.date(),
  is_late: z.boolean(),
  reference: z.string(),
  by: z.string(),
})

export type DeskDelivery = z.output<typeof Delivery>

const Level = z.object({
  product: z.string(),
  /** Neither sold nor set aside. */
  available: z.number().int(),
  /** Units of it in lots that have expired, which nobody is offered. */
  expired: z.number().int(),
  /** What is expected of deliveries. */
  announced: z.number().int(),
  /** Below what it is low: units, or days of coming orders; neither without an alarm. */
  alarm_units: z.number().int().nullable(),
  alarm_days: z.number().int().nullable(),
  /** The units below which it is low, as they were forecast last. */
  needed: z.number().int().nullable(),
  is_low: z.boolean(),
  /** Whole days for which it is enough, and with what is expected; null where that is longer than coming orders are known. */
  cover_days: z.number().int().nullable(),
  cover_days_expected: z.number().int().nullable(),
  /** The last of these days; null without one. */
  lasts_until: z.iso.date().nullable(),
  plans: z.array(z.string()),
})

export type DeskStockLevel = z.output<typeof Level>

/** Each stock with the plans that are taken from it, what is expected, and what people moved lately. */
export const listDeskStock = defineEndpoint({
  ...reads,
  name: 'listDeskStock',
  method: 'GET',
  path: '/api/desk/stock/',
  permission: 'catalogue:read',
  payload: z.object({}),
  reply: z.object({
    stock: z.array(Level),
    deliveries: z.array(Delivery),
    movements: z.array(Movement),
  }),
  errors: readErrors,
})

const product = z.string().trim().max(60)

/** One stock: its alarm, its expected deliveries and its movements. */
export const viewDeskStock = defineEndpoint({
  ...reads,
  name: 'viewDeskStock',
  method: 'GET',
  path: '/api/desk/stock/products/{product}/',
  permission: 'catalogue:read',
  payload: z.object({ product }),
  reply: Level.extend({
    deliveries: z.array(Delivery),
    /** In the order in which they are packed; none where nobody names lots. */
    lots: z.array(StockLot),
    movements: z.array(Movement),
    /** The last movement by hand, which a count names; null when there was none. */
    last_movement: z.string().nullable(),
  }),
  errors: readErrors,
})

const message = 'Please enter a whole number from 1.'
const Units = z.number(message).int(message).min(1, message).max(1_000_000, 'Please enter at most 1,000,000.')
const done = z.object({ success: z.literal(true) })

const changes = { ...reads, permission: 'catalogue:change', reply: done, errors: readErrors } as const

const Lot = z
  .string()
  .transform(lotNumber)
  .pipe(z.string().regex(/^[A-Z0-9]{2,30}$/, 'Please enter the number as it is printed, such as DS2609A.'))

/** Adds what arrived to a stock, or takes away what cannot be sold; a form that is sent twice counts once. */
export const moveDeskStock = defineEndpoint({
  ...changes,
  name: 'moveDeskStock',
  method: 'POST',
  path: '/api/desk/stock/movements/',
  payload: z.object({
    request_id: z.uuid(),
    product,
    kind: z.enum(['received', 'written-off']),
    units: Units,
    note: z.string().trim().min(1, 'Please say what it is: a delivery, a reason.').max(200),
    /** The lot that was received or is written off. */
    lot: Lot.optional(),
    /** Of the lot that is received; that of its certificate when it is left out. */
    best_before: z.iso.date('Please enter a day.').optional(),
    /** The expected delivery that it belongs to. */
    delivery: z.uuid().optional(),
  }),
})

/**
 * Receives every row of a CSV file with the columns product, units, lot, best_before and note, or none of it; a form that is
 * sent twice counts
 * once. VALIDATION_ERROR on `file`, with the lines.
 */
export const receiveDeskFile = defineEndpoint({
  ...changes,
  name: 'receiveDeskFile',
  method: 'POST',
  path: '/api/desk/stock/receipts/',
  payload: z.object({
    request_id: z.uuid(),
    /** In base64. */
    file: z.base64().max(1_400_000, 'Please choose a file of at most 1 MB.'),
  }),
  reply: z.object({ received: z.number().int() }),
})

const countMessage = 'Please enter a whole number from 0.'

/** Moves a stock by the difference that a count found; refused when somebody moved it since the counting began. */
export const countDeskStock = defineEndpoint({
  ...changes,
  name: 'countDeskStock',
  method: 'POST',
  path: '/api/desk/stock/counts/',
  payload: z.object({
    request_id: z.uuid(),
    product,
    counted: z
      .number(countMessage)
      .int(countMessage)
      .min(0, countMessage)
      .max(900_000, 'Please enter at most 900,000.'),
    /** The stock when the counting began, and the last movement until then. */
    expected: z.number().int().min(-90_000).max(900_000),
    last_movement: z.uuid().nullable(),
    note: z.string().trim().min(3, 'Please say why it differs, or that it does not.').max(200),
  }),
})

/** Announces a delivery; a form that is sent twice announces once. */
export const expectDeskDelivery = defineEndpoint({
  ...changes,
  name: 'expectDeskDelivery',
  method: 'POST',
  path: '/api/desk/stock/deliveries/',
  payload: z.object({
    request_id: z.uuid(),
    product,
    units: Units,
    expected_on: z.iso.date('Please enter a day.'),
    reference: z.string().trim().min(1, 'Please enter how the supplier names it.').max(80),
  }),
})

/** Ends a delivery of which nothing more will come; again it changes nothing. */
export const closeDeskDelivery = defineEndpoint({
  ...changes,
  name: 'closeDeskDelivery',
  method: 'POST',
  path: '/api/desk/stock/deliveries/close/',
  payload: z.object({ product, delivery: z.uuid(), reason: z.string().trim().min(3).max(200) }),
})

/** Sets from when on a stock is low: a number of units, days of coming orders, or neither. */
export const setDeskStockAlarm = defineEndpoint({
  ...changes,
  name: 'setDeskStockAlarm',
  method: 'POST',
  path: '/api/desk/stock/alarms/',
  payload: z
    .object({
      product,
      units: Units.nullable(),
      days: z
        .number(message)
        .int(message)
        .min(1, message)
        .max(84, 'Please enter at most 84 days: orders are known for 12 weeks.')
        .nullable(),
    })
    .refine(({ units, days }) => units === null || days === null, {
      path: ['days'],
      message: 'Please enter units or days, not both.',
    }),
})
