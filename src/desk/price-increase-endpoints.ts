import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { increaseMemberStates, increaseRowKinds, increaseStates } from './rules/price-increase.ts'

const Day = z.iso.date('Please enter a date such as 2031-03-01.')

const Reason = oneLine().min(3, 'Please give a reason.').max(200, 'Please give a shorter reason.')

const count = z.number().int()

/** One price: of one unit of a plan in a currency. */
const Part = z.object({
  plan_code: z.string(),
  name: z.string(),
  currency: CurrencyCode,
  /** What new buyers pay now; null for a plan that is not sold in it any more. */
  list_price: Price.nullable(),
  new_price: Price,
})

const Increase = z.object({
  id: z.string(),
  /** Whether it was approved: before that it has no rows. */
  is_scheduled: z.boolean(),
  state: z.enum(increaseStates),
  effective_on: z.string(),
  parts: z.array(Part),
  affected: count,
  /** Notices that went out, and those that did not yet. */
  sent: count,
  waiting: count,
  charged: count,
  requested_at: z.string(),
  requested_by: z.string(),
})

export type DeskPriceIncrease = z.output<typeof Increase>

/** Price increases, the newest first, 20 decisions at a time, after those that wait for a second person or were not approved. */
export const listDeskPriceIncreases = defineEndpoint({
  ...reads,
  name: 'listDeskPriceIncreases',
  method: 'GET',
  path: '/api/desk/price-increases/',
  permission: 'catalogue:read',
  payload: z.object({ before: z.coerce.number().int().min(1).max(2_000_000_000).optional() }),
  reply: z.object({ increases: z.array(Increase), older: count.nullable() }),
  errors: readErrors,
})

/** One increase: how far it is, and for how many subscriptions. */
export const viewDeskPriceIncrease = defineEndpoint({
  ...reads,
  name: 'viewDeskPriceIncrease',
  method: 'GET',
  path: '/api/desk/price-increases/{id}/',
  permission: 'catalogue:read',
  payload: z.object({ id: z.uuid() }),
  reply: Increase.extend({
    reason: z.string(),
    approved_by: z.string().nullable(),
    stopped_by: z.string().nullable(),
    stopped_at: z.string().nullable(),
    stop_reason: z.string(),
    /** Subscriptions by what became of it for them. */
    counts: z.array(z.object({ state: z.enum(increaseMemberStates), count, late: count })),
    /** The request for a second person; null for an increase that is scheduled. */
    approval: z.string().nullable(),
    may_stop: z.boolean(),
    /** The action for which the passkey is used again when it is stopped; null where no notice went out. */
    stop_action: z.string().nullable(),
  }),
  errors: readErrors,
})

const Row = z.object({
  subscription_id: z.string(),
  /** Null for roles that see no names. */
  name: z.string().nullable(),
  plan_code: z.string(),
  quantity: count,
  currency: CurrencyCode,
  price: Price,
  new_price: Price,
  notified_at: z.string().nullable(),
  /** The first order at the new price, as the notice names it. */
  from_on: z.string().nullable(),
  next_order_on: z.string().nullable(),
  is_late: z.boolean(),
})

export type DeskIncreaseMember = z.output<typeof Row>

/** The subscriptions behind a number of an increase, 50 at a time. */
export const listDeskIncreaseMembers = defineEndpoint({
  ...reads,
  name: 'listDeskIncreaseMembers',
  method: 'GET',
  path: '/api/desk/price-increases/{id}/members/',
  permission: 'catalogue:read',
  payload: z.object({
    id: z.uuid(),
    state: z.enum(increaseRowKinds),
    /** Only those whose first order on or after the day could not be announced in time. */
    late: z.literal('yes').optional(),
    after: z.uuid().optional(),
  }),
  reply: z.object({ members: z.array(Row), older: z.string().nullable() }),
  errors: readErrors,
})

/** Stops an increase: nothing more is sent or charged at the new price, and members who were notified get a mail that the price stays. */
export const stopDeskPriceIncrease = defineEndpoint({
  ...reads,
  name: 'stopDeskPriceIncrease',
  method: 'POST',
  path: '/api/desk/price-increases/{id}/stop/',
  permission: 'catalogue:change',
  payload: z.object({ id: z.uuid(), reason: Reason }),
  reply: z.object({ text: z.string() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED', 'PROOF_REQUIRED', 'FORBIDDEN'],
})

/** What is asked for: prices from a day on. */
const Wanted = z.object({
  effective_on: Day,
  prices: z
    .array(
      z.object({ plan_code: z.string().max(60), currency: CurrencyCode, price: z.string().trim().max(16) }),
    )
    .min(1, 'Please enter a new price.')
    .max(60),
})

export type WantedIncrease = z.output<typeof Wanted>

const DayCount = z.object({ on: z.string(), count })

const Month = z.object({
  /** Its first day. */
  from: z.string(),
  old: Price,
  new: Price,
})

const shareMessage = 'Please enter 0 to 100 per cent.'

/** What an increase would do if it were scheduled now. Nothing is written. */
export const previewDeskPriceIncrease = defineEndpoint({
  ...reads,
  name: 'previewDeskPriceIncrease',
  method: 'POST',
  path: '/api/desk/price-increases/preview/',
  permission: 'price-increases:ask',
  payload: Wanted.extend({
    /** Of the affected members, how many per cent leave with their first order at the new price; none when it is left out. */
    leaving: z.coerce.number(shareMessage).min(0, shareMessage).max(100, shareMessage).default(0),
  }),
  reply: z.object({
    parts: z.array(
      Part.extend({
        counts: z.object({
          affected: count,
          late: count,
          pays_as_much: count,
          without_order: count,
          without_address: count,
        }),
        by_price: z.array(z.object({ price: Price, count })),
        /** Why it cannot be scheduled; null when it can. */
        refusal: z.string().nullable(),
      }),
    ),
    places: z.array(
      z.object({
        names: z.array(z.string()),
        rules: z.array(z.string()),
        from_days: count,
        to_days: count,
        members: count,
        late: count,
        first_notice_on: z.string(),
        last_notice_on: z.string(),
        /** A price that somebody there gets a notice of. */
        example: Part.pick({ plan_code: true, currency: true, new_price: true }),
      }),
    ),
    notices: z.array(DayCount),
    first_orders: z.array(DayCount),
    revenue: z.array(
      z.object({
        currency: CurrencyCode,
        months: z.array(Month),
        old: Price,
        new: Price,
        difference: Price,
        /** How much more it is than at the old price, by the share of the affected that leaves. */
        by_leaving: z.array(z.object({ percent: z.number(), difference: Price })),
        /** With the share that leaves; null when none was entered. */
        after_leaving: Price.nullable(),
        break_even_percent: z.number().nullable(),
      }),
    ),
    /** Names exactly these facts; a request is refused when they have changed. */
    preview_token: z.string(),
    can_ask: z.boolean(),
  }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

export const previewKinds = ['affected', 'late', 'pays-as-much', 'no-order', 'no-address'] as const

/** The subscriptions behind a number of a preview, 50 at a time. */
export const listPreviewedMembers = defineEndpoint({
  ...reads,
  name: 'listPreviewedMembers',
  method: 'GET',
  path: '/api/desk/price-increases/preview/members/',
  permission: 'price-increases:ask',
  payload: z.object({
    plan_code: z.string().max(60),
    currency: CurrencyCode,
    price: z.string().trim().max(16),
    effective_on: Day,
    kind: z.enum(previewKinds),
    after: z.uuid().optional(),
  }),
  reply: z.object({
    members: z.array(
      z.object({
        subscription_id: z.string(),
        name: z.string().nullable(),
        quantity: count,
        currency: CurrencyCode,
        price: Price,
        /** When it is notified, and its first order at the new price; null for one that is left out. */
        notice_on: z.string().nullable(),
        from_on: z.string().nullable(),
        is_late: z.boolean(),
      }),
    ),
    older: z.string().nullable(),
  }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** The notice that a member of a place would get, as its mail would say it. */
export const viewPreviewedNotice = defineEndpoint({
  ...reads,
  name: 'viewPreviewedNotice',
  method: 'GET',
  path: '/api/desk/price-increases/preview/notice/',
  permission: 'price-increases:ask',
  payload: z.object({
    plan_code: z.string().max(60),
    currency: CurrencyCode,
    price: z.string().trim().max(16),
    effective_on: Day,
    /** The rules of the place, with spaces between. */
    rules: z.string().max(400),
  }),
  reply: z.object({
    subject: z.string(),
    /** The mail without its looks. */
    text: z.string(),
    notice_on: z.string(),
  }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** Asks a second person for what was previewed. Sent again with the same id it is the same request. */
export const requestDeskPriceIncrease = defineEndpoint({
  ...reads,
  name: 'requestDeskPriceIncrease',
  method: 'POST',
  path: '/api/desk/price-increases/request/',
  permission: 'price-increases:ask',
  payload: Wanted.extend({
    preview_token: z.string().max(100),
    request_id: z.uuid(),
    /** How many subscriptions are affected, as a person read it in the preview. */
    affected: z.coerce.number('Please enter the number of subscriptions that are affected.').int(),
    reason: Reason,
  }),
  reply: z.object({ id: z.string() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
