import { z } from 'zod'
import { ShipmentState } from '#shipment/rules/shipment-state.ts'
import { totalsReply } from '#pricing/rules/totals.ts'
import { Currency } from './partner-fields.ts'
import { Price } from '#shared/price-schema.ts'

export const OrderState = z.enum(['placed', 'shipped', 'canceled'])
export const OrderKind = z.enum(['purchase', 'renewal', 'gift'])

export const OrderLine = z.object({
  position: z.number().int(),
  plan_code: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  /** What all units of the line take from stock. */
  product: z.string(),
  stock_quantity: z.number().int(),
  subscription_id: z.string().nullable(),
})

export const Unit = z.object({ position: z.number().int(), quantity: z.number().int() })

export const Shipment = z.object({
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
    /** No part of it may ship now. */
    is_held: z.boolean(),
    placed_at: z.string(),
    shipped_at: z.string().nullable(),
    canceled_at: z.string().nullable(),
    /** The day on which it is to leave; null for a gift that nobody has claimed. */
    ship_on: z.string().nullable(),
    /** Of every amount. */
    currency: Currency,
    ...totalsReply,
    refunded: Price,
    shipping_method: z.string(),
    country: z.string(),
    lines: z.array(OrderLine.meta({ id: 'OrderLine' })),
    shipments: z.array(Shipment.meta({ id: 'Shipment' })),
  })
  .meta({ id: 'Order' })

export type PartnerOrder = z.output<typeof PartnerOrder>
