import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { PreviewedRefund } from './previewed-refund.ts'

const refunds = { ...reads, permission: 'orders:refund' } as const

const id = z.uuid()

const Sums = { amount: Price, to_card: Price, as_credit: Price } as const

const RefusedRefund = z.object({
  id: z.string(),
  order_number: z.string(),
  account_id: z.string(),
  currency: CurrencyCode,
  ...Sums,
  /** The card of the order, as people read it; null for none. */
  card: z.string().nullable(),
  /** Why it was given, as the buyer reads it. */
  reason: z.string(),
  /** Why it did not go through, as the end of a sentence. */
  refusal: z.string(),
  requested_at: z.string(),
  /** Whether somebody has to decide about it. */
  is_open: z.boolean(),
  /** Whether nothing of it is left to give, so that it can only be closed. */
  can_close: z.boolean(),
  /** The refund that took its place; null while none has. */
  outcome: z
    .object({
      id: z.string(),
      ...Sums,
      /** What became of that one, as a sentence. */
      text: z.string(),
      /** Whether it waits for a decision again. */
      is_open: z.boolean(),
      at: z.string(),
      /** Name and role of who gave it, or said that it did; null where a command or another refund did. */
      by: z.string().nullable(),
    })
    .nullable(),
})

export type RefusedRefund = z.output<typeof RefusedRefund>

/** A refund that did not go through, and what took its place. NOT_FOUND for any other one. */
export const viewDeskRefusedRefund = defineEndpoint({
  ...refunds,
  name: 'viewDeskRefusedRefund',
  method: 'GET',
  path: '/api/desk/refunds/{id}/',
  payload: z.object({ id }),
  reply: RefusedRefund,
  errors: readErrors,
})

const actionErrors = [...readErrors, 'ACTION_NOT_ALLOWED'] as const

/** To the card again, or all of it as credit. */
const wanted = { id, as_credit: z.boolean() } as const

/** What `repeatDeskRefund` would give, by the same decision; nothing is written. */
export const previewDeskRepeat = defineEndpoint({
  ...refunds,
  name: 'previewDeskRepeat',
  method: 'POST',
  path: '/api/desk/refunds/{id}/repeat/preview/',
  payload: z.object(wanted),
  reply: PreviewedRefund,
  errors: actionErrors,
})

/** Takes it off the list when nothing of it is left, because its lines were refunded otherwise. ACTION_NOT_ALLOWED while something is. */
export const closeDeskRefund = defineEndpoint({
  ...refunds,
  name: 'closeDeskRefund',
  method: 'POST',
  path: '/api/desk/refunds/{id}/close/',
  payload: z.object({
    id,
    /** Sent again with the same id it is the same action. */
    request_id: z.uuid(),
  }),
  reply: z.object({ text: z.string() }),
  errors: actionErrors,
})

/**
 * Gives it once more, as previewed. TOTAL_CHANGED, with the new amount, when it would be another sum by now. Of two people at the same
 * moment one gives it, and the other reads who was first.
 */
export const repeatDeskRefund = defineEndpoint({
  ...refunds,
  name: 'repeatDeskRefund',
  method: 'POST',
  path: '/api/desk/refunds/{id}/repeat/',
  payload: z.object({
    ...wanted,
    /** Sent again with the same id it is the same action. */
    request_id: z.uuid(),
    /** The amount of the preview. */
    amount: z.string().regex(/^\d{1,9}(\.\d{1,3})?$/),
  }),
  reply: z.object({ text: z.string() }),
  errors: [...actionErrors, 'TOTAL_CHANGED', 'PROOF_REQUIRED', 'FORBIDDEN'],
})
