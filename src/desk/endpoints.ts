import { TrackingNumber } from '#shipment/rules/tracking-number.ts'
import { z } from 'zod'
import { TaxEstimate, TaxRow } from '#pricing/rules/tax-lines.ts'
import { totalsReply } from '#pricing/rules/totals.ts'
import { Address } from '#shared/address.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { LotInShipment } from './recall-endpoints.ts'
import { readErrors, reads } from './endpoint-defaults.ts'
import { PreviewedRefund } from './previewed-refund.ts'
import { ReportedProblem } from './reported-problem.ts'
import { filterShape, placeShape } from './rules/order-filter.ts'

export const DeskOrderRow = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(['purchase', 'renewal', 'gift']),
  placed_at: z.string(),
  /** Null for roles that see no names. */
  person: z.string().nullable(),
  email: z.string().nullable(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number().int(), product: z.string() })),
  currency: CurrencyCode,
  total: Price,
  refunded: Price,
  is_disputed: z.boolean(),
  /** The states of its shipments. */
  shipments: z.array(z.string()),
  country: z.string(),
  city: z.string().nullable(),
  /** Words of the team; none for roles that see no names, since one may have a name in it. */
  tags: z.array(z.string()),
})

export type DeskOrderRow = z.output<typeof DeskOrderRow>

export const listDeskOrders = defineEndpoint({
  ...reads,
  limit: ['rows'],
  name: 'listDeskOrders',
  method: 'GET',
  path: '/api/desk/orders/',
  permission: 'orders:read',
  payload: z.object({
    ...filterShape,
    ...placeShape,
    limit: z.coerce.number().int().min(1).max(1000).default(50),
  }),
  reply: z.object({
    orders: z.array(DeskOrderRow),
    /** The places of the pages around this one; null where there is none. */
    newer: z.string().nullable(),
    older: z.string().nullable(),
    /** The shop's day: `2026-11-23`. */
    today: z.string(),
    /** When it was read. */
    now: z.string(),
  }),
  errors: readErrors,
})

/** How many orders a filter has, exactly up to 10,000 unless all are asked for, and what they come to. */
export const countDeskOrders = defineEndpoint({
  ...reads,
  name: 'countDeskOrders',
  method: 'GET',
  path: '/api/desk/orders/count/',
  permission: 'orders:read',
  payload: z.object({ ...filterShape, count: z.literal('all').optional() }),
  reply: z.object({
    count: z.number().int(),
    /** Whether there are more than the count says. */
    is_more: z.boolean(),
    /** By currency; null when there are more than were counted. */
    totals: z.array(z.object({ currency: CurrencyCode, total: Price })).nullable(),
  }),
  errors: readErrors,
})

export const OrderNumber = oneLine()
  .max(32)
  .regex(/^[A-Za-z0-9-]+$/, 'Please enter an order number.')

const number = OrderNumber

const Line = z.object({
  position: z.number().int(),
  plan_code: z.string(),
  name: z.string(),
  product: z.string(),
  quantity: z.number().int(),
  price: Price,
  discount: Price,
  tax: Price,
  total: Price,
  /** Units and the sum that can still be refunded. */
  left_units: z.number().int(),
  left: Price,
})

const Posting = z.object({ account: z.string(), detail: z.string(), amount: Price })

export const DeskOrder = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(['purchase', 'renewal', 'gift']),
  state: z.enum(['placed', 'shipped', 'canceled']),
  placed_at: z.string(),
  ship_on: z.string().nullable(),
  account_id: z.string(),
  /** Null for roles that see no names. */
  person: z.object({ name: z.string(), email: z.string(), address: Address }).nullable(),
  /** Country and region of the address, for every role. */
  place: z.string(),
  lines: z.array(Line),
  discounts: z.array(z.object({ code: z.string(), amount: Price })),
  /** Of every amount of the order. */
  currency: CurrencyCode,
  ...totalsReply,
  taxes: z.array(TaxRow),
  tax_estimate: TaxEstimate.nullable(),
  charged: Price,
  refunded: Price,
  left: Price,
  shipping_left: Price,
  shipping_method: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  hold: z.string().nullable(),
  is_disputed: z.boolean(),
  shipments: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      carrier: z.string().nullable(),
      tracking: z.string().nullable(),
      tracking_url: z.string().nullable(),
      is_reship: z.boolean(),
      /** Which lots are in it, by line of the order, and how many units came back. */
      lots: z.array(LotInShipment),
    }),
  ),
  /** Whether nothing is packed yet. */
  is_unpacked: z.boolean(),
  /** Whether what waits of it, or what is sent again, can go to another address. */
  is_address_open: z.boolean(),
  documents: z.array(z.object({ number: z.string(), kind: z.string(), url: z.string().nullable() })),
  journals: z.array(z.object({ fact: z.string(), posted_on: z.string(), postings: z.array(Posting) })),
  /** Refunds that the processor refused and nobody has decided about. */
  refused_refunds: z.array(z.object({ id: z.string(), amount: Price })),
  /** Reports of problems with it, the oldest first. */
  problems: z.array(ReportedProblem),
  /** What happened, the newest first. */
  timeline: z.array(
    z.object({
      at: z.string(),
      text: z.string(),
      detail: z.string(),
      tone: z.enum(['plain', 'quiet', 'bad']),
      /** Whether it is the confirmation that *Send again* sends. */
      is_confirmation: z.boolean(),
    }),
  ),
})

export type DeskOrder = z.output<typeof DeskOrder>

export const viewDeskOrder = defineEndpoint({
  ...reads,
  name: 'viewDeskOrder',
  method: 'GET',
  path: '/api/desk/orders/{number}/',
  permission: 'orders:read',
  payload: z.object({ number }),
  reply: DeskOrder,
  errors: readErrors,
})

const done = z.object({ success: z.literal(true) })

const Reason = oneLine().min(3, 'Please give a reason.').max(200, 'Please give a shorter reason.')

const actions = { ...reads, permission: 'orders:ship', method: 'POST', reply: done } as const
const actionErrors = [...readErrors, 'ACTION_NOT_ALLOWED'] as const

/** What has not left of an order stays. */
export const holdDeskOrder = defineEndpoint({
  ...actions,
  name: 'holdDeskOrder',
  path: '/api/desk/orders/{number}/hold/',
  payload: z.object({ number, reason: Reason }),
  errors: actionErrors,
})

/** Ends the holds of staff, disputes and fraud warnings. */
export const releaseDeskOrder = defineEndpoint({
  ...actions,
  name: 'releaseDeskOrder',
  path: '/api/desk/orders/{number}/release/',
  payload: z.object({ number, reason: Reason }),
  errors: actionErrors,
})

/** From now on the buyer cannot cancel. */
export const packDeskOrder = defineEndpoint({
  ...actions,
  name: 'packDeskOrder',
  path: '/api/desk/orders/{number}/pack/',
  payload: z.object({ number }),
  errors: actionErrors,
})

/** Units of lines; none means everything. */
const Units = z
  .array(z.object({ position: z.number().int().min(0).max(99), quantity: z.number().int().min(1).max(999) }))
  .max(100)
  .default([])

/** A carrier has it, or a part of it; the member gets a mail with the number. The rest waits as a shipment of its own. */
export const shipDeskOrder = defineEndpoint({
  ...actions,
  name: 'shipDeskOrder',
  path: '/api/desk/orders/{number}/ship/',
  payload: z.object({ number, carrier: z.string().max(20), tracking: TrackingNumber, units: Units }),
  errors: actionErrors,
})

export const correctDeskAddress = defineEndpoint({
  ...actions,
  name: 'correctDeskAddress',
  path: '/api/desk/orders/{number}/address/',
  payload: z.object({
    number,
    address: Address,
    /** The address that is corrected, as it was shown: ACTION_NOT_ALLOWED when somebody else changed it meanwhile. */
    shown: Address.nullable().default(null),
    reason: Reason,
  }),
  errors: actionErrors,
})

/** The confirmation of the order again, to the member's email. */
export const resendDeskMail = defineEndpoint({
  ...actions,
  name: 'resendDeskMail',
  path: '/api/desk/orders/{number}/mail/',
  payload: z.object({ number, reason: Reason }),
  errors: actionErrors,
})

/** What is refunded of an order: units of lines, the shipping fee, a sum for no line; or all that is left. */
const refundShape = {
  number,
  everything: z.boolean().default(false),
  units: Units,
  with_shipping: z.boolean().default(false),
  sum: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,3})?$/, 'Please enter an amount such as 12.50.')
    .optional(),
  as_credit: z.boolean().default(false),
} as const

const RefundPreview = PreviewedRefund.extend({
  /** What can still be refunded afterwards. */
  left: Price,
})

/** What `refundDeskOrder` would give, by the same decision; nothing is written. */
export const previewDeskRefund = defineEndpoint({
  ...reads,
  name: 'previewDeskRefund',
  method: 'POST',
  path: '/api/desk/orders/{number}/refund/preview/',
  permission: 'orders:refund',
  payload: z.object(refundShape),
  reply: RefundPreview,
  errors: actionErrors,
})

/** Refunds what was previewed. TOTAL_CHANGED, with the new amount, when it would be another sum by now. */
export const refundDeskOrder = defineEndpoint({
  ...reads,
  name: 'refundDeskOrder',
  method: 'POST',
  path: '/api/desk/orders/{number}/refund/',
  permission: 'orders:refund',
  payload: z.object({
    ...refundShape,
    /** Sent again with the same id it is the same refund. */
    request_id: z.uuid(),
    /** The amount of the preview. */
    amount: z.string().regex(/^\d{1,9}(\.\d{1,3})?$/),
    /** Read by the member, on the mail and the credit note. */
    reason: Reason,
  }),
  reply: z.object({ state: z.string(), text: z.string() }),
  errors: [...actionErrors, 'TOTAL_CHANGED', 'PROOF_REQUIRED', 'FORBIDDEN'],
})
