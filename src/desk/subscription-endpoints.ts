import { z } from 'zod'
import { ChangePreview, ChangeReply } from '#subscription/change/change-endpoints.ts'
import { listSubscriptionChanges, viewSubscriptionChoices } from '#subscription/change/choice-endpoints.ts'
import { Change } from '#subscription/change/rules/change.ts'
import { Subscription } from '#subscription/endpoints.ts'
import { retryOutcomes } from '#subscription/renewal/rules/after-retry.ts'
import { Address } from '#shared/address.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { isStaffChange } from './rules/staff-changes.ts'

const id = z.uuid()

/** An order to come, at prices of today. */
const ComingOrder = z.object({
  subscription_id: z.string(),
  on: z.string(),
  name: z.string(),
  product: z.string(),
  quantity: z.number().int(),
  currency: CurrencyCode,
  /** With shipping and tax, before store credit. */
  total: Price,
  is_last: z.boolean(),
})

export type ComingOrder = z.output<typeof ComingOrder>

/** The next orders of a member, of all subscriptions, by day. */
export const listDeskComingOrders = defineEndpoint({
  ...reads,
  name: 'listDeskComingOrders',
  method: 'GET',
  path: '/api/desk/members/{id}/coming/',
  permission: 'members:read',
  payload: z.object({ id }),
  reply: z.object({
    /** At most six. */
    orders: z.array(ComingOrder),
    /** The shop's day. */
    today: z.string(),
  }),
  errors: readErrors,
})

/** A subscription on which the shop itself failed: it is not charged until it is taken up again. */
const Parked = z.object({
  at: z.string(),
  /** Which step failed, as a sentence. */
  text: z.string(),
  /** What the shop said, in its own words; empty for roles that see no names. */
  reason: z.string(),
  /** How often it failed since it was last taken up. */
  times: z.number().int(),
})

/** A subscription as staff see it. */
export const viewDeskSubscription = defineEndpoint({
  ...reads,
  name: 'viewDeskSubscription',
  method: 'GET',
  path: '/api/desk/subscriptions/{id}/',
  permission: 'members:read',
  payload: z.object({ id }),
  reply: z.object({
    account_id: z.string(),
    /** Null for roles that see no names. */
    person: z.object({ name: z.string(), email: z.string(), address: Address.nullable() }).nullable(),
    /** As the member sees it, without the address. */
    subscription: Subscription.omit({ address: true, payment_problem: true }),
    product: z.string(),
    /** Null while its renewals go on. */
    parked: Parked.nullable(),
    /** Why its card was declined, as the member reads it; null for none. */
    payment_problem: z.string().nullable(),
    coming: z.array(ComingOrder),
    /** The day on which its latest shipment was sent; null before the first. */
    last_shipped_on: z.string().nullable(),
    /** The shop's day. */
    today: z.string(),
    /** What changed, the newest first; what staff wrote only for roles that see names. */
    changes: listSubscriptionChanges.reply.shape.changes,
  }),
  errors: readErrors,
})

export type DeskSubscription = z.output<typeof viewDeskSubscription.reply>

const actions = { ...reads, permission: 'members:act' } as const

/** What can be chosen for a change, as for the member. */
export const viewDeskSubscriptionChoices = defineEndpoint({
  ...actions,
  name: 'viewDeskSubscriptionChoices',
  method: 'GET',
  path: '/api/desk/subscriptions/{id}/choices/',
  payload: z.object({ id }),
  reply: viewSubscriptionChoices.reply.omit({ cards: true }),
  errors: readErrors,
})

/** Takes a parked subscription up again, at the next run. Of two people at the same moment one does, and the other reads who. */
export const retryDeskRenewal = defineEndpoint({
  ...actions,
  name: 'retryDeskRenewal',
  method: 'POST',
  path: '/api/desk/subscriptions/{id}/retry/',
  payload: z.object({
    id,
    /** Sent again with the same id it is the same action. */
    request_id: z.uuid(),
  }),
  reply: z.object({
    outcome: z.enum(retryOutcomes),
    /** What follows, as a sentence. */
    text: z.string(),
  }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** What members ask staff for; nothing of it charges a card at once. */
const StaffChange = Change.refine(isStaffChange, 'Please choose a change that staff can make.')

const refusals = [
  ...readErrors,
  'ACTION_NOT_ALLOWED',
  'PRODUCT_NOT_FOUND',
  'QUANTITY_NOT_ALLOWED',
  'QUANTITY_NOT_ALLOWED_IN_COUNTRY',
  'PRODUCT_NOT_ALLOWED_IN_COUNTRY',
  'BILLING_VALIDATION_ERROR',
] as const

/** The preview that the member would get, with the same token; nothing is changed. */
export const previewDeskChange = defineEndpoint({
  ...actions,
  name: 'previewDeskChange',
  method: 'POST',
  path: '/api/desk/subscriptions/{id}/preview/',
  payload: z.object({ id, change: StaffChange }),
  reply: ChangePreview,
  errors: refusals,
})

/** Makes what was previewed. The member reads who did it and why, by mail and in the account. */
export const changeDeskSubscription = defineEndpoint({
  ...actions,
  name: 'changeDeskSubscription',
  method: 'POST',
  path: '/api/desk/subscriptions/{id}/change/',
  payload: z.object({
    id,
    change: StaffChange,
    /** Of the preview: TOTAL_CHANGED, with the new preview, when it would be something else by now. */
    preview_token: z.string().max(200),
    /** Sent again with the same id it is the same change. */
    request_id: z.uuid(),
    reason: oneLine()
      .min(3, 'Please give a reason that the member can read.')
      .max(200, 'Please give a shorter reason.'),
  }),
  /** With the charge that was on its way, as the member reads it; null for none. */
  reply: ChangeReply.pick({ change_id: true, charge_in_flight: true }),
  errors: [...refusals, 'TOTAL_CHANGED'],
})
