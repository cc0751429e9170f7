import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Price } from '#shared/price-schema.ts'
import { Change } from './rules/change.ts'
import { ChargeInFlight, State } from '../endpoints.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

const Card = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().nullable(),
  exp_year: z.number().nullable(),
})

const PlanChoice = z.object({
  plan_code: z.string(),
  name: z.string(),
  image: z.string(),
  price: Price,
  currency: CurrencyCode,
  interval_months: z.number().int().nullable(),
  max_quantity: z.number().int(),
})

/** The choices in the forms of a subscription. Days are the first and last that the change accepts. */
export const viewSubscriptionChoices = defineEndpoint({
  name: 'viewSubscriptionChoices',
  method: 'GET',
  path: '/api/subscription/{id}/choices',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({ id: z.uuid() }),
  reply: z.object({
    swaps: z.array(PlanChoice),
    frequencies: z.array(PlanChoice),
    add_ons: z.array(PlanChoice),
    max_quantity: z.number().int(),
    cards: z.array(Card),
    order_days: z.object({ first: z.string(), last: z.string() }),
    pause_days: z.object({ first: z.string(), last: z.string() }),
  }),
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'VALIDATION_ERROR'],
})

/** The reasons for canceling, each with at most one offer that fits this subscription (ruling 22). */
export const listCancellationReasons = defineEndpoint({
  name: 'listCancellationReasons',
  method: 'GET',
  path: '/api/subscription/cancellationReasons/{id}',
  spec: 'spec §7',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({ id: z.uuid() }),
  reply: z.object({
    reasons: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        secondary: z.array(z.object({ id: z.string(), text: z.string() })),
        /** `change` can be previewed as it is; a pause without a date lets the member choose one. */
        offer: z.object({ title: z.string(), text: z.string(), change: Change }).nullable(),
      }),
    ),
    /** Sent when the member would rather not say. */
    none: z.object({ id: z.string(), text: z.string() }),
  }),
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'VALIDATION_ERROR'],
})

/**
 * As `ChargeInFlight`, for a change that was made meanwhile: its current state, and whether its order is to be
 * canceled.
 */
export const ChargeDuringChange = ChargeInFlight.extend({
  state: z.enum(['pending', 'charged', 'not-charged']),
  /** Whether `cancelChargedOrder` can still cancel that order and refund it: until it is packed. */
  can_cancel_order: z.boolean(),
})

/** A subscription before or after a change. */
const SubscriptionSnapshot = z.object({
  state: State,
  plan_code: z.string(),
  plan_name: z.string(),
  quantity: z.number().int(),
  interval_months: z.number().int(),
  next_order_on: z.string().nullable(),
  remaining_orders: z.number().int().nullable(),
})

/** The changes of a subscription, newest first. */
export const listSubscriptionChanges = defineEndpoint({
  name: 'listSubscriptionChanges',
  method: 'GET',
  path: '/api/subscription/{id}/changes',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({
    id: z.uuid(),
    /** `next` of the part before. */
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({
    changes: z.array(
      z.object({
        id: z.string(),
        action: z.string(),
        /** The member, the shop (the end of a pause), or staff for the member. */
        by: z.enum(['member', 'shop', 'staff']),
        /** Who of staff made it, and why; null for all other changes. */
        staff: z.object({ name: z.string(), reason: z.string() }).nullable(),
        /** The change placed an order at once. */
        charges: z.boolean(),
        at: z.string(),
        undone_at: z.string().nullable(),
        /** Instant until which it can be undone; null when it cannot. */
        undo_until: z.string().nullable(),
        /** A renewal that was being charged when it was made; null for none. */
        charge_in_flight: ChargeDuringChange.nullable(),
        before: SubscriptionSnapshot,
        after: SubscriptionSnapshot,
      }),
    ),
    /** Begins the part after this one; null at the end. */
    next: z.string().nullable(),
  }),
  errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'VALIDATION_ERROR'],
})
