import { z } from 'zod'
import { ShipmentState } from '#shipment/rules/shipment-state.ts'
import { wirePrice } from '#shared/money.ts'
import { Currency } from './partner-fields.ts'
import { Price } from '#shared/price-schema.ts'

export const OrderState = z.enum(['placed', 'shipped', 'canceled'])
export const OrderKind = z.enum(['purchase', 'renewal', 'gift'])

const moment = z.string().transform((text) => Temporal.Instant.from(text).toString())

const Line = z.object({
  position: z.number().int(),
  plan_code: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  /** What all units of the line take from stock. */
  product: z.string(),
  stock_quantity: z.number().int(),
  subscription_id: z.string().nullable(),
})

const Unit = z.object({ position: z.number().int(), quantity: z.number().int() })

const Shipment = z.object({
  id: z.string(),
  state: ShipmentState,
  /** Sent again, free of charge. */
  is_reship: z.boolean(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  shipped_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  lines: z.array(Unit.meta({ id: 'ShipmentUnits' })),
})

/** An order as partners read it: no name, no address, no e-mail. */
export const PartnerOrder = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: OrderKind,
    state: OrderState,
    /** Nothing of it may leave now. */
    is_held: z.boolean(),
    placed_at: z.string(),
    shipped_at: z.string().nullable(),
    canceled_at: z.string().nullable(),
    /** The day on which it is to leave; null for a gift that nobody has claimed. */
    ship_on: z.string().nullable(),
    /** Of every amount. */
    currency: Currency,
    subtotal: Price,
    discount: Price,
    shipping: Price,
    tax: Price,
    total: Price,
    /** The part of the total that was paid with store credit. */
    credit: Price,
    refunded: Price,
    shipping_method: z.string(),
    country: z.string(),
    lines: z.array(Line.meta({ id: 'OrderLine' })),
    shipments: z.array(Shipment.meta({ id: 'Shipment' })),
  })
  .meta({ id: 'Order' })

export type PartnerOrder = z.output<typeof PartnerOrder>

const momentOrNull = moment.nullable()

/** A row of the view `partner_order`; PostgreSQL does not say that the columns of a view are never null. */
export const OrderRow = z.object({
  id: z.string(),
  number: z.string(),
  kind: OrderKind,
  state: OrderState,
  is_held: z.boolean(),
  placed_at: moment,
  shipped_at: momentOrNull,
  canceled_at: momentOrNull,
  ship_on: z.string().nullable(),
  currency: Currency,
  subtotal_cents: z.number(),
  discount_cents: z.number(),
  shipping_cents: z.number(),
  tax_cents: z.number(),
  total_cents: z.number(),
  credit_cents: z.number(),
  refunded_cents: z.number(),
  shipping_method_code: z.string(),
  country: z.string(),
  lines: z.array(Line),
  shipments: z
    .array(
      Shipment.extend({
        shipped_at: momentOrNull,
        delivered_at: momentOrNull,
        lines: z
          .array(Unit)
          .nullable()
          .transform((lines) => lines ?? []),
      }),
    )
    .nullable()
    .transform((shipments) => shipments ?? []),
})

/** The wire form of an order. */
export const wirePartnerOrder = (row: z.output<typeof OrderRow>): PartnerOrder => {
  const price = (cents: number): string => wirePrice(cents, row.currency)
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    state: row.state,
    is_held: row.is_held,
    placed_at: row.placed_at,
    shipped_at: row.shipped_at,
    canceled_at: row.canceled_at,
    ship_on: row.ship_on,
    currency: row.currency,
    subtotal: price(row.subtotal_cents),
    discount: price(row.discount_cents),
    shipping: price(row.shipping_cents),
    tax: price(row.tax_cents),
    total: price(row.total_cents),
    credit: price(row.credit_cents),
    refunded: price(row.refunded_cents),
    shipping_method: row.shipping_method_code,
    country: row.country,
    lines: row.lines,
    shipments: row.shipments,
  }
}
