import { carrierCodes } from '#shipment/rules/carriers.ts'
import { TrackingNumber } from '#shipment/rules/tracking-number.ts'
import { z } from 'zod'
import { maxRows } from '#shipment/rules/shipment-row.ts'
import { Address } from '#shared/address.ts'
import { Day } from '#shared/day.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Price } from '#shared/price-schema.ts'
import {
  OrderState,
  PartnerOrder,
  Currency,
  cursor,
  OrderNumber,
  PartnerSubscription,
} from './rules/partner-order.ts'

const partner = { spec: 'shop', agent: 'denied: partner', access: 'partner', limit: ['partner'] } as const

const readErrors = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'TOO_MANY_REQUESTS',
] as const

/** The words of every list: how many of it, and after which row. */
const page = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `next` of the page before. */
  after: cursor.optional(),
} as const

/** The cursor of the next page; null at the end. */
const next = z.string().nullable()

/** Orders, the newest first. */
export const listPartnerOrders = defineEndpoint({
  ...partner,
  name: 'listPartnerOrders',
  method: 'GET',
  path: '/api/partner/v1/orders/',
  scope: 'orders:read',
  payload: z.object({
    ...page,
    /** `to-ship`: placed, and not on hold. */
    state: z.enum([...OrderState.options, 'to-ship']).optional(),
  }),
  reply: z.object({ orders: z.array(PartnerOrder), next }).meta({ id: 'OrderList' }),
  errors: readErrors,
})

export const viewPartnerOrder = defineEndpoint({
  ...partner,
  name: 'viewPartnerOrder',
  method: 'GET',
  path: '/api/partner/v1/orders/{number}/',
  scope: 'orders:read',
  payload: z.object({ number: OrderNumber }),
  reply: PartnerOrder,
  errors: readErrors,
})

/** Where the shipments of an order go that have not left yet, with names and addresses. */
export const viewPartnerAddresses = defineEndpoint({
  ...partner,
  name: 'viewPartnerAddresses',
  method: 'GET',
  path: '/api/partner/v1/orders/{number}/addresses/',
  scope: 'orders:ship',
  payload: z.object({ number: OrderNumber }),
  reply: z
    .object({
      shipments: z.array(
        z
          .object({ id: z.string(), address: Address.meta({ id: 'Address' }) })
          .meta({ id: 'ShipmentAddress' }),
      ),
    })
    .meta({ id: 'ShipmentAddressList' }),
  errors: readErrors,
})

/** A carrier has what waits of an order, or some units of its lines; the member gets a mail with the number. */
export const shipPartnerOrder = defineEndpoint({
  ...partner,
  name: 'shipPartnerOrder',
  method: 'POST',
  path: '/api/partner/v1/orders/{number}/shipments/',
  scope: 'orders:ship',
  payload: z.object({
    number: OrderNumber,
    carrier: z.enum(carrierCodes),
    tracking: TrackingNumber,
    /** Units by the position of their line; none means everything that waits. */
    units: z
      .array(
        z.object({
          position: z.number().int().min(0).max(99),
          quantity: z.number().int().min(1).max(999),
        }),
      )
      .max(100)
      .default([]),
  }),
  reply: PartnerOrder,
  errors: [...readErrors, 'ACTION_NOT_ALLOWED', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'],
})

const listErrors = ['UNAUTHENTICATED', 'FORBIDDEN', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'] as const

/** What is to be packed, by the columns of a file; `carrier`, `service`, `tracking` and `weight_grams` are empty. */
const ShipmentToPack = z
  .object({
    order: z.string(),
    carrier: z.string(),
    service: z.string(),
    tracking: z.string(),
    /** Such as `syn-rf:2,pds-wk:1`. */
    lines: z.string(),
    weight_grams: z.string(),
    state: z.string(),
    ship_on: z.string(),
    shipping_method: z.string(),
    name: z.string(),
    company: z.string(),
    address: z.string(),
    unit: z.string(),
    city: z.string(),
    region: z.string(),
    zip: z.string(),
    country: z.string(),
    phone: z.string(),
  })
  .meta({ id: 'ShipmentToPack' })

/**
 * What is to be packed and handed over until a day, that day included, the most urgent first, with names and addresses. As CSV all of it;
 * as JSON in pages of orders.
 */
export const exportPartnerShipments = defineEndpoint({
  ...partner,
  name: 'exportPartnerShipments',
  method: 'GET',
  path: '/api/partner/v1/shipments/',
  scope: 'orders:ship',
  csv: 'reply',
  payload: z.object({
    /** Today, if missing. */
    until: Day.optional(),
    /** Orders of a page. */
    limit: z.coerce.number().int().min(1).max(500).default(500),
    after: page.after,
    format: z.enum(['json', 'csv']).default('json'),
  }),
  reply: z.union([z.object({ shipments: z.array(ShipmentToPack), next }), z.object({ csv: z.string() })]),
  errors: listErrors,
})

const anyText = { type: 'string' } as const

/** A row of a list; each is parsed separately, so that only invalid rows are refused. */
const ShipmentRow = z.unknown().meta({
  type: 'object',
  description:
    'A shipment that a carrier has, with the columns of the export; other fields of the export are ignored. A row without carrier and tracking changes nothing.',
  properties: {
    order: anyText,
    carrier: { enum: [...carrierCodes] },
    tracking: anyText,
    service: anyText,
    lines: { ...anyText, description: 'Such as syn-rf:2,pds-wk:1; without it everything that waits.' },
    weight_grams: { type: ['string', 'integer'] },
  },
  required: ['order', 'carrier', 'tracking'],
})

/** Records the carriers and numbers of many shipments, each row for itself; the members get a mail with the number. */
export const importPartnerShipments = defineEndpoint({
  ...partner,
  name: 'importPartnerShipments',
  method: 'POST',
  path: '/api/partner/v1/shipments/',
  scope: 'orders:ship',
  csv: 'body',
  payload: z.object({
    shipments: z
      .array(ShipmentRow)
      .min(1, 'Please send a shipment.')
      .max(maxRows, `Please send at most ${maxRows} shipments at a time.`)
      .optional(),
    csv: z.string().optional(),
  }),
  reply: z
    .object({
      shipped: z.number().int(),
      /** Recorded before, with the same carrier and number. */
      repeated: z.number().int(),
      /** Without carrier and tracking number. */
      empty: z.number().int(),
      refused: z.number().int(),
      /** Of the refused rows, counted from 1; they changed nothing. */
      problems: z.array(z.object({ row: z.number().int(), problem: z.string() }).meta({ id: 'RowProblem' })),
    })
    .meta({ id: 'ShipmentImport' }),
  errors: [...listErrors, 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'],
})

/** Subscriptions, the newest first. */
export const listPartnerSubscriptions = defineEndpoint({
  ...partner,
  name: 'listPartnerSubscriptions',
  method: 'GET',
  path: '/api/partner/v1/subscriptions/',
  scope: 'subscriptions:read',
  payload: z.object({ ...page, state: PartnerSubscription.shape.state.optional() }),
  reply: z.object({ subscriptions: z.array(PartnerSubscription), next }).meta({ id: 'SubscriptionList' }),
  errors: readErrors,
})

export const viewPartnerSubscription = defineEndpoint({
  ...partner,
  name: 'viewPartnerSubscription',
  method: 'GET',
  path: '/api/partner/v1/subscriptions/{id}/',
  scope: 'subscriptions:read',
  payload: z.object({ id: z.uuid() }),
  reply: PartnerSubscription,
  errors: readErrors,
})

const Product = z
  .object({
    plan_code: z.string(),
    name: z.string(),
    /** The stock that it is taken from, and how much of it one piece takes. */
    stock_product: z.string(),
    stock_quantity: z.number().int(),
    /** Months between orders; null for a plan that is bought once. */
    interval_months: z.number().int().nullable(),
    /** One for each currency that the shop sells in. */
    prices: z.array(z.object({ currency: Currency, price: Price }).meta({ id: 'ProductPrice' })),
  })
  .meta({ id: 'Product' })

/** What can be bought, in the order of the catalogue. */
export const listPartnerProducts = defineEndpoint({
  ...partner,
  name: 'listPartnerProducts',
  method: 'GET',
  path: '/api/partner/v1/products/',
  scope: 'products:read',
  payload: z.object(page),
  reply: z.object({ products: z.array(Product), next }).meta({ id: 'ProductList' }),
  errors: readErrors,
})
