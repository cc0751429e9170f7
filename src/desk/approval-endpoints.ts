import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { refundDeskOrder } from './endpoints.ts'
import { receiveDeskReturn } from './return-endpoints.ts'
import { readKinds } from './rules/approval.ts'
import { MomentPlace } from './rules/finance-filter.ts'

const approvals = { ...reads, permission: 'approvals' } as const

const Reason = oneLine().min(3, 'Please give a reason.').max(200, 'Please give a shorter reason.')

const requested = z.object({ id: z.string() })

/** Asks for a refund above one's limit: exactly what was previewed. Sent again with the same id it is the same request. */
export const requestRefundApproval = defineEndpoint({
  ...reads,
  name: 'requestRefundApproval',
  method: 'POST',
  path: '/api/desk/orders/{number}/refund/approval/',
  permission: 'orders:refund',
  payload: refundDeskOrder.payload,
  reply: requested,
  errors: [...readErrors, 'ACTION_NOT_ALLOWED', 'TOTAL_CHANGED'],
})

/**
 * Asks for receiving a package whose refund is above one's limit: exactly what was counted. Sent again with the same id it is
 * the same request.
 */
export const requestReceiptApproval = defineEndpoint({
  ...reads,
  name: 'requestReceiptApproval',
  method: 'POST',
  path: '/api/desk/returns/{number}/approval/',
  permission: 'orders:ship',
  payload: receiveDeskReturn.payload.extend({ reason: Reason }),
  reply: requested,
  errors: [...readErrors, 'ACTION_NOT_ALLOWED', 'TOTAL_CHANGED'],
})

/** Asks for an import that ships many orders. */
export const requestImportApproval = defineEndpoint({
  ...reads,
  name: 'requestImportApproval',
  method: 'POST',
  path: '/api/desk/tracking-imports/{id}/approval/',
  permission: 'orders:ship',
  payload: z.object({ id: z.uuid(), request_id: z.uuid(), reason: Reason }),
  reply: requested,
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** Asks for a bulk action: exactly what was shown. Sent again with the same id it is the same request. */
export const requestBulkApproval = defineEndpoint({
  ...reads,
  name: 'requestBulkApproval',
  method: 'POST',
  path: '/api/desk/bulk-actions/{id}/approval/',
  permission: 'orders:ship',
  payload: z.object({
    id: z.uuid(),
    request_id: z.uuid(),
    /** How many orders were shown. */
    count: z.coerce.number('Please enter how many orders.').int().min(1),
    reason: Reason,
  }),
  reply: requested,
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

const Approval = z.object({
  id: z.string(),
  /** `newer`: only a newer release of the shop knows what it is. */
  kind: z.enum(readKinds),
  state: z.enum(['open', 'expired', 'approved', 'refused', 'withdrawn']),
  /** The order of a refund or of a return; null for a file and for many orders. */
  order: z.string().nullable(),
  /** What a refund comes to. */
  sum: z.object({ currency: CurrencyCode, amount: Price }).nullable(),
  /** How many orders a file ships, or an action is done on. */
  shipments: z.number().int().nullable(),
  /** The plans of a price increase; null for anything else. */
  plans: z.array(z.string()).nullable(),
  /** The title of a page; null for anything else. */
  page: z.string().nullable(),
  /** The code of an entry of the catalogue; null for anything else. */
  entry: z.string().nullable().default(null),
  /** The subject of a newsletter campaign; null for anything else. */
  newsletter: z.string().nullable(),
  /** What everybody is to get, a flag or a variant; null for anything else. */
  rollout: z.string().nullable(),
  reason: z.string(),
  requested_by: z.string(),
  requested_at: z.string(),
  expires_at: z.string(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  note: z.string(),
})

export type Approval = z.output<typeof Approval>

/** Requests for a second person, the newest first, 50 at a time. */
export const listDeskApprovals = defineEndpoint({
  ...approvals,
  name: 'listDeskApprovals',
  method: 'GET',
  path: '/api/desk/approvals/',
  payload: z.object({ after: MomentPlace.optional() }),
  reply: z.object({ approvals: z.array(Approval), older: z.string().nullable() }),
  errors: readErrors,
})

export const viewDeskApproval = defineEndpoint({
  ...approvals,
  name: 'viewDeskApproval',
  method: 'GET',
  path: '/api/desk/approvals/{id}/',
  payload: z.object({ id: z.uuid() }),
  reply: Approval.extend({
    /** The address of the page that shows what would be done. */
    href: z.string(),
    /** What it is made of, line by line. */
    contents: z.array(z.string()),
    is_own: z.boolean(),
    /** Why this person cannot decide, as a sentence; null when they can. */
    refusal: z.string().nullable(),
    /** The action for which the passkey is used again; null where none is needed. */
    action: z.string().nullable(),
  }),
  errors: readErrors,
})

/**
 * Decides: an approved action is carried out at once, by who approves it. ACTION_NOT_ALLOWED with a sentence when it expired,
 * is one's own,
 * was decided before or is not what was asked for any more; TOTAL_CHANGED when a refund would come to another sum.
 */
export const decideDeskApproval = defineEndpoint({
  ...approvals,
  name: 'decideDeskApproval',
  method: 'POST',
  path: '/api/desk/approvals/{id}/decide/',
  payload: z.object({
    id: z.uuid(),
    /** Who asked for it withdraws it; somebody else approves or refuses it. */
    decision: z.enum(['approve', 'refuse', 'withdraw']),
    /** Of a refusal, for who asked. */
    note: oneLine().max(200, 'Please write a shorter note.').default(''),
  }),
  reply: z.object({ text: z.string() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED', 'TOTAL_CHANGED', 'PROOF_REQUIRED', 'FORBIDDEN'],
})
