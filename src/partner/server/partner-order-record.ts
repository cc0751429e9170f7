import { z } from 'zod'
import { totalsColumns, totalsFrom, wireTotals } from '#pricing/rules/totals.ts'
import { wirePrice } from '#shared/money.ts'
import {
  Currency,
  OrderKind,
  OrderLine,
  OrderState,
  Shipment,
  Unit,
  PartnerSubscription,
} from '../rules/partner-order.ts'
import type { PartnerOrder } from '../rules/partner-order.ts'

const moment = z.string().transform((text) => Temporal.Instant.from(text).toString())
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
  ...totalsColumns.shape,
  refunded_cents: z.number(),
  shipping_method_code: z.string(),
  country: z.string(),
  lines: z.array(OrderLine),
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
export const wirePartnerOrder = (row: z.output<typeof OrderRow>): PartnerOrder => ({
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
  ...wireTotals(totalsFrom(row), row.currency),
  refunded: wirePrice(row.refunded_cents, row.currency),
  shipping_method: row.shipping_method_code,
  country: row.country,
  lines: row.lines,
  shipments: row.shipments,
})

/** A row of the view `partner_subscription`. */
export const SubscriptionRow = PartnerSubscription.omit({ unit_price: true }).extend({
  unit_price_cents: z.number(),
  activated_at: moment,
  canceled_at: moment.nullable(),
})

/** The wire form of a subscription; only a live one has a next order. */
export const wirePartnerSubscription = ({
  unit_price_cents: cents,
  ...row
}: z.output<typeof SubscriptionRow>): PartnerSubscription => ({
  ...row,
  next_order_on: ['active', 'future', 'paused'].includes(row.state) ? row.next_order_on : null,
  unit_price: wirePrice(cents, row.currency),
})
