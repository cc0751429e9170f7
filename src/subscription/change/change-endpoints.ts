import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Address } from '#shared/address.ts'
import { ChargeInFlight, State, Subscription, UpcomingOrder } from '../endpoints.ts'
import { Change, CancellationReason } from './rules/change.ts'
import { ChargeDuringChange } from './choice-endpoints.ts'

const refusals = [
  'UNAUTHENTICATED',
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'ACTION_NOT_ALLOWED',
  'PRODUCT_NOT_FOUND',
  'QUANTITY_NOT_ALLOWED',
  'QUANTITY_NOT_ALLOWED_IN_COUNTRY',
  'PRODUCT_NOT_ALLOWED_IN_COUNTRY',
  'BILLING_VALIDATION_ERROR',
  'INVALID_COUPON',
] as const

/** What a change will do; nothing is changed yet. */
export const ChangePreview = z.object({
  action: z.string(),
  state: State,
  /** Charged at once when the change is made; null for all but `order-now` and `reactivate` with `order_now`. */
  charged_now: UpcomingOrder.nullable(),
  /** The next order after the change; null when none is coming. */
  upcoming_order: UpcomingOrder.nullable(),
  /** The next three order dates after the change. */
  next_dates: z.array(z.string()),
  paused_until: z.string().nullable(),
  /** How many more orders come after the change, without the one that is charged now; null for no end. */
  remaining_orders: z.number().int().nullable(),
  /**
   * A renewal that the card is being charged for at this moment: the change does not stop it and counts from the order after
   * it, and `cancel_order_of_cycle` names its `cycle_id` to have that order canceled and the money back. Skipping does so by
   * itself. Null for none.
   */
  charge_in_flight: ChargeInFlight.nullable(),
  /** Sent with the change; it is valid for exactly these totals and dates. */
  token: z.string(),
})

export type ChangePreview = z.output<typeof ChangePreview>

export const previewChange = defineEndpoint({
  name: 'previewChange',
  method: 'PUT',
  path: '/api/subscription/{id}/preview',
  spec: 'spec §7',
  access: 'member',
  agent: 'read',
  limit: ['change', 'codes'],
  payload: z.object({ id: z.uuid(), change: Change }),
  reply: ChangePreview,
  errors: refusals,
})

/**
 * The fields of every change. The client makes `request_id`, once per filled form: the same id again is the same
 * change; if it is missing, the token is used. `token` comes from the preview: if the totals differ, TOTAL_CHANGED is
 * thrown with the new preview in `data.preview`. A change that charges at once requires a token.
 */
const commit = {
  request_id: z.string().min(8).max(64).optional(),
  token: z.string().max(200).optional(),
  /** The reason for leaving that this change was offered for instead. */
  offered_for: z.string().max(60).optional(),
  /**
   * The billing cycle that the preview named in `charge_in_flight`: its order is canceled and refunded as soon as it is
   * paid.
   */
  cancel_order_of_cycle: z.uuid().optional(),
}

export const ChangeReply = z.object({
  change_id: z.string(),
  /** `pending`: the payment is still being confirmed; nothing is charged again meanwhile. */
  charge: z.enum(['none', 'charged', 'pending']),
  /** A renewal charge that was in flight when the change was made, with its current state; null for none. */
  charge_in_flight: ChargeDuringChange.nullable(),
  /** Instant until which `undo` takes it back; null when it cannot be undone. */
  undo_until: z.string().nullable(),
  subscription: Subscription,
})

export type ChangeReply = z.output<typeof ChangeReply>

const commitErrors = [
  ...refusals,
  'TOTAL_CHANGED',
  'CARD_DECLINED',
  'CARD_EXPIRED',
  'CARD_DATA_WRONG',
] as const

/** An endpoint that makes a change; all of them use the same decision. */
const defineChange = <
  Name extends string,
  Path extends `/${string}`,
  Payload extends z.ZodRawShape,
>(endpoint: {
  readonly name: Name
  readonly method: 'PUT' | 'DELETE'
  readonly path: Path
  readonly spec: 'spec §7' | 'shop'
  readonly payload: Payload
  readonly agent?: 'denied: money'
}) =>
  defineEndpoint({
    agent: 'write',
    ...endpoint,
    access: 'member',
    limit: ['change', 'codes'],
    payload: z.object({ ...endpoint.payload, ...commit }),
    reply: ChangeReply,
    errors: commitErrors,
  })

const id = z.uuid()

/** Any change; the pages use this one. */
export const changeSubscription = defineChange({
  name: 'changeSubscription',
  method: 'PUT',
  path: '/api/subscription/{id}/change',
  spec: 'spec §7',
  payload: { id, change: Change },
})
export const updateSubscription = defineChange({
  name: 'updateSubscription',
  method: 'PUT',
  path: '/api/subscription',
  spec: 'spec §7',
  payload: { subscription_id: id, change: Change },
})
export const moveBillingDate = defineChange({
  name: 'moveBillingDate',
  method: 'PUT',
  path: '/ecommerce/subscription/billing-date/',
  spec: 'spec §7',
  payload: { subscription_id: id, update: z.iso.date('Please choose a date.') },
})
export const reactivateSubscription = defineChange({
  name: 'reactivateSubscription',
  method: 'PUT',
  path: '/api/subscription/{id}/reactivate',
  spec: 'spec §7',
  payload: { id, order_now: z.boolean().default(false), next_order_on: z.iso.date().optional() },
})
/** From now on nothing is charged except `charge_in_flight`, which is already being charged. */
export const cancelSubscription = defineChange({
  name: 'cancelSubscription',
  method: 'DELETE',
  path: '/api/subscription/{id}',
  spec: 'spec §7',
  payload: { id, ...CancellationReason.shape },
})
export const changeShippingAddress = defineChange({
  name: 'changeShippingAddress',
  method: 'PUT',
  path: '/api/shipping-address',
  spec: 'spec §7',
  payload: { subscription_id: id, address: Address },
})

/** The next order is skipped; the dates after it stay. */
export const skipNextOrder = defineChange({
  name: 'skipNextOrder',
  method: 'PUT',
  path: '/api/subscription/{id}/skip',
  spec: 'shop',
  payload: { id },
})
export const unskipOrder = defineChange({
  name: 'unskipOrder',
  method: 'PUT',
  path: '/api/subscription/{id}/unskip',
  spec: 'shop',
  payload: { id },
})
export const pauseSubscription = defineChange({
  name: 'pauseSubscription',
  method: 'PUT',
  path: '/api/subscription/{id}/pause',
  spec: 'shop',
  payload: { id, until: z.iso.date('Please choose a date.').optional() },
})
export const resumeSubscription = defineChange({
  name: 'resumeSubscription',
  method: 'PUT',
  path: '/api/subscription/{id}/resume',
  spec: 'shop',
  payload: { id },
})
/** Charges the next order today; the dates after it are counted from today. */
export const orderNow = defineChange({
  name: 'orderNow',
  method: 'PUT',
  path: '/api/subscription/{id}/order-now',
  spec: 'shop',
  agent: 'denied: money',
  payload: { id },
})
export const addOneTime = defineChange({
  name: 'addOneTime',
  method: 'PUT',
  path: '/api/subscription/{id}/add-on',
  spec: 'shop',
  payload: { id, plan_code: z.string().max(40), quantity: z.number().int().min(1).default(1) },
})
export const removeOneTime = defineChange({
  name: 'removeOneTime',
  method: 'DELETE',
  path: '/api/subscription/{id}/add-on/{add_on_id}',
  spec: 'shop',
  payload: { id, add_on_id: z.uuid() },
})

/** The parts of an endpoint for one change of a subscription. */
const changeParts = {
  method: 'PUT',
  spec: 'shop',
  access: 'member',
  agent: 'write',
  limit: ['change'],
  payload: z.object({ id: z.uuid(), change_id: z.uuid() }),
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'VALIDATION_ERROR', 'ACTION_NOT_ALLOWED'],
} as const

/**
 * After a change with a renewal charge in flight: cancels that order too and refunds it, at once or as soon as it is
 * paid, until it is packed. A repeated request changes nothing. Returns the current state of the charge.
 */
export const cancelChargedOrder = defineEndpoint({
  ...changeParts,
  name: 'cancelChargedOrder',
  path: '/api/subscription/{id}/cancel-charged-order',
  reply: ChargeDuringChange,
})

/**
 * Undoes a change within 10 minutes if nothing was shipped or changed since; a repeated request changes nothing. An
 * order that the change placed is canceled and refunded.
 */
export const undoChange = defineEndpoint({
  ...changeParts,
  name: 'undoChange',
  path: '/api/subscription/{id}/undo',
  reply: Subscription,
})
