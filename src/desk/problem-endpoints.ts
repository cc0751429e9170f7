import { z } from 'zod'
import { problemStates, problemWishes } from '#return/rules/problem-offer.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { PreviewedRefund } from './previewed-refund.ts'
import { ReportedProblem } from './reported-problem.ts'
import { MomentPlace } from './rules/finance-filter.ts'

const looks = { ...reads, permission: 'orders:read', method: 'GET' } as const

/** Of a report: the number of its order and which one it is. */
const number = oneLine()
  .max(40)
  .regex(/^[A-Za-z0-9-]+$/, 'Please enter the number of a report.')
  .toUpperCase()

const Lines = z.array(z.object({ name: z.string(), quantity: z.number().int() }))

const Listed = ReportedProblem.extend({
  order_number: z.string(),
  /** Null for roles that see no names. */
  person: z.string().nullable(),
  wish: z.enum(problemWishes),
  lines: Lines,
  photos: z.number().int(),
})

export type ListedProblem = z.output<typeof Listed>

/** Reports in one state, 50 at a time: those that wait the oldest first, the others the newest first. */
export const listDeskProblems = defineEndpoint({
  ...looks,
  name: 'listDeskProblems',
  path: '/api/desk/problems/',
  payload: z.object({ state: z.enum(problemStates).default('open'), after: MomentPlace.optional() }),
  reply: z.object({ problems: z.array(Listed), older: z.string().nullable() }),
  errors: readErrors,
})

const DeskProblem = ReportedProblem.extend({
  order_number: z.string(),
  account_id: z.string(),
  /** Null for roles that see no names. */
  person: z.object({ name: z.string(), email: z.string() }).nullable(),
  wish: z.enum(problemWishes),
  /** The buyer's words, and those of the shop to the buyer; null for roles that see no names, and the second for none. */
  details: z.string().nullable(),
  note: z.string().nullable(),
  lines: Lines,
  /** How many photos came with it. */
  photo_count: z.number().int(),
  /** Their ids: `/desk/problems/{number}/photos/{photo}`; none for roles that see no names. */
  photos: z.array(z.string()),
  resolved_at: z.string().nullable(),
  /** Name and role of who resolved it; null while it is open, and for the shop and operators. */
  resolved_by: z.string().nullable(),
  /** Resolved by the shop itself, within its policy. */
  is_automatic: z.boolean(),
  /** What was refunded for it; null for nothing. */
  refund: z
    .object({
      id: z.string(),
      amount: Price,
      currency: CurrencyCode,
      /** What became of it, as a sentence. */
      text: z.string(),
      is_refused: z.boolean(),
    })
    .nullable(),
  /** Why it is not sent again now, as a sentence; null when it may be. */
  reship_refusal: z.string().nullable(),
})

export type DeskProblem = z.output<typeof DeskProblem>

/** A report with what became of it; without words, photos and the person for roles that see no names. */
export const viewDeskProblem = defineEndpoint({
  ...looks,
  name: 'viewDeskProblem',
  path: '/api/desk/problems/{number}/',
  payload: z.object({ number }),
  reply: DeskProblem,
  errors: readErrors,
})

/** A photo of a report, as the shop has drawn it. NOT_FOUND for another report's, and for roles that see no names. */
export const viewDeskProblemPhoto = defineEndpoint({
  ...looks,
  // Up to three on a page.
  limit: ['rows'],
  name: 'viewDeskProblemPhoto',
  path: '/api/desk/problems/{number}/photos/{photo}/',
  payload: z.object({ number, photo: z.uuid() }),
  reply: z.object({
    /** The picture in base64. */
    jpeg: z.string(),
  }),
  errors: readErrors,
})

const actions = { ...reads, method: 'POST', reply: z.object({ text: z.string() }) } as const
const actionErrors = [...readErrors, 'ACTION_NOT_ALLOWED'] as const

/** Sent again with the same id it is the same action. */
const request_id = z.uuid()

/** For the buyer, in the mail. */
const Note = oneLine()
  .max(200, 'Please write at most 200 characters.')
  .transform((text) => (text === '' ? null : text))
  .default(null)

/** What `refundDeskProblem` would give, by the same decision; nothing is written. */
export const previewDeskProblemRefund = defineEndpoint({
  ...reads,
  name: 'previewDeskProblemRefund',
  method: 'POST',
  path: '/api/desk/problems/{number}/refund/preview/',
  permission: 'orders:refund',
  payload: z.object({ number }),
  reply: PreviewedRefund,
  errors: actionErrors,
})

/**
 * Refunds what was reported and previewed. TOTAL_CHANGED, with the new amount, when it would be another sum by now. Of two people at
 * the same moment one resolves it, and the other reads who was first.
 */
export const refundDeskProblem = defineEndpoint({
  ...actions,
  name: 'refundDeskProblem',
  path: '/api/desk/problems/{number}/refund/',
  permission: 'orders:refund',
  payload: z.object({
    number,
    request_id,
    /** The amount of the preview. */
    amount: z.string().regex(/^\d{1,9}(\.\d{1,3})?$/),
    note: Note,
  }),
  errors: [...actionErrors, 'TOTAL_CHANGED', 'PROOF_REQUIRED', 'FORBIDDEN'],
})

/** Sends what was reported again, free of charge, by the decision of `reshipDeskOrder`. */
export const reshipDeskProblem = defineEndpoint({
  ...actions,
  name: 'reshipDeskProblem',
  path: '/api/desk/problems/{number}/reship/',
  permission: 'orders:ship',
  payload: z.object({ number, request_id, note: Note }),
  errors: [...actionErrors, 'ITEM_NOT_AVAILABLE'],
})

/** Declines it, with words that the buyer reads. */
export const declineDeskProblem = defineEndpoint({
  ...actions,
  name: 'declineDeskProblem',
  path: '/api/desk/problems/{number}/decline/',
  permission: 'orders:ship',
  payload: z.object({
    number,
    request_id,
    note: oneLine().min(3, 'Please tell the buyer why.').max(500, 'Please write at most 500 characters.'),
  }),
  errors: actionErrors,
})
