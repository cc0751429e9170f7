import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { PreviewedRefund } from './previewed-refund.ts'
import { MomentPlace } from './rules/finance-filter.ts'

const returns = { ...reads, permission: 'orders:ship' } as const

/** Of a return; or of the order, for a withdrawal. */
const number = oneLine()
  .max(40)
  .regex(/^[A-Za-z0-9-]+$/, 'Please enter the number of a return.')

const Way = {
  kind: z.enum(['return', 'withdrawal']),
  number: z.string(),
  order: z.string(),
  person: z.string(),
  state: z.enum(['awaited', 'received', 'canceled', 'expired']),
  reason: z.string(),
  requested_at: z.string(),
  /** The last day on which it can be sent; null for a withdrawal. */
  due_on: z.string().nullable(),
  /** Its label, or where its package is, in a word; null when its buyer pays for the way and nobody has seen it. */
  label: z.string().nullable(),
  tracking: z.string().nullable(),
} as const

const Listed = z.object({
  ...Way,
  lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
})

export type ListedReturn = z.output<typeof Listed>

/** Packages that are expected back, the oldest first, 50 at a time; or what a scanned or typed number finds, whatever its state. */
export const listDeskReturns = defineEndpoint({
  ...returns,
  name: 'listDeskReturns',
  method: 'GET',
  path: '/api/desk/returns/',
  payload: z.object({
    /** The number of a return, of an order, or of a label. */
    q: oneLine().max(60).optional(),
    after: MomentPlace.optional(),
  }),
  reply: z.object({ returns: z.array(Listed), older: z.string().nullable() }),
  errors: readErrors,
})

const Line = z.object({
  position: z.number().int(),
  sku: z.string(),
  name: z.string(),
  product: z.string(),
  /** How many were announced, or have to come back after a withdrawal. */
  announced: z.number().int(),
  /** How many can be in the package. */
  most: z.number().int(),
  /** What was found; null until it is received. */
  found: z
    .object({
      restocked: z.number().int(),
      written_off: z.number().int(),
      note: z.string().nullable(),
    })
    .nullable(),
})

/** A package that comes back, line by line. NOT_FOUND. */
export const viewDeskReturn = defineEndpoint({
  ...returns,
  name: 'viewDeskReturn',
  method: 'GET',
  path: '/api/desk/returns/{number}/',
  payload: z.object({ number }),
  reply: z.object({
    ...Way,
    /** Why it cannot be received, as a sentence; null when it can. */
    refusal: z.string().nullable(),
    lines: z.array(Line),
    other_contents: z.string().nullable(),
    message: z.string().nullable(),
  }),
  errors: readErrors,
})

const Units = z.number().int().min(0).max(999)

const Note = oneLine()
  .max(200, 'Please write a shorter note.')
  .transform((text) => (text === '' ? null : text))

/** What was in the package. */
const receiptShape = {
  number,
  lines: z
    .array(
      z.object({
        position: z.number().int().min(0).max(99),
        /** As good as new. */
        restocked: Units,
        /** Opened or damaged. */
        written_off: Units,
        /** Of the team. */
        note: Note.default(null),
      }),
    )
    .max(100),
  /** Contents that do not belong to the order, for the team. */
  other_contents: Note.default(null),
  /** Read by the member; needed when less came than was announced, or something else. */
  message: Note.default(null),
  /** A withdrawal is refunded as a whole although units are missing. */
  despite_missing: z.boolean().default(false),
} as const

const actionErrors = [...readErrors, 'ACTION_NOT_ALLOWED'] as const

/** What `receiveDeskReturn` would refund, by the same decision; nothing is written. */
export const previewDeskReceipt = defineEndpoint({
  ...returns,
  name: 'previewDeskReceipt',
  method: 'POST',
  path: '/api/desk/returns/{number}/preview/',
  payload: z.object(receiptShape),
  reply: PreviewedRefund.extend({
    restocked: z.number().int(),
    written_off: z.number().int(),
  }),
  errors: actionErrors,
})

/**
 * Receives the package: refunds what was previewed, puts units into stock or writes them off. TOTAL_CHANGED when it would be
 * another sum by now. Of two people at the same moment one receives it, and the other reads who was first.
 */
export const receiveDeskReturn = defineEndpoint({
  ...returns,
  name: 'receiveDeskReturn',
  method: 'POST',
  path: '/api/desk/returns/{number}/receive/',
  payload: z.object({
    ...receiptShape,
    /** Sent again with the same id it is received once. */
    request_id: z.uuid(),
    /** The amount of the preview. */
    amount: z.string().regex(/^\d{1,9}(\.\d{1,3})?$/),
  }),
  reply: z.object({ text: z.string() }),
  errors: [...actionErrors, 'TOTAL_CHANGED', 'PROOF_REQUIRED', 'FORBIDDEN'],
})
