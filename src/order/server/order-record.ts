import type { ShipmentItem } from '#shipment/rules/shipment-item.ts'
import type { DateRange } from '#shared/date-range.ts'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { DiscountShare } from '#pricing/rules/quote.ts'
import { OrderTax } from '#pricing/rules/order-tax.ts'
import type { LineAmounts } from '#pricing/rules/line-amounts.ts'
import { columnsOfTotals, totalsFrom } from '#pricing/rules/totals.ts'
import type { Totals } from '#pricing/rules/totals.ts'
import { Address } from '#shared/address.ts'
import { localeOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { instantOrNull } from '#shared/dates.ts'
import type { Cents } from '#shared/money.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { Order as WireOrder } from '../endpoints.ts'

const { kind, state, currency, card } = WireOrder.shape
const terms = z.array(z.string())
const discounts = z.array(DiscountShare)

/** The columns of an order that the database does not check itself. */
const CheckedColumns = z.object({
  kind,
  state,
  currency,
  discounts,
  ship_to: Address,
  card,
  terms,
  tax: OrderTax.nullable(),
})

type Checked = Readonly<z.output<typeof CheckedColumns>>

interface OrderLineDraft extends LineAmounts {
  readonly planCode: string
  readonly name: string
  readonly subscriptionId: string | null
  /** What the whole line takes from stock; null if it was not stored, then the catalogue says it. */
  readonly stock: LineStock | null
}

interface LineStock {
  readonly product: string
  readonly quantity: number
}

export interface OrderLine extends OrderLineDraft {
  readonly stock: LineStock
}

/**
 * Everything an order consists of when it is placed. Exactly one of checkoutId and billingCycleId is set. A checkout
 * has at most two orders, its purchase and its gift; they share its charge.
 */
export interface OrderDraft {
  readonly id: string
  /** Its public number (`ids.orderNumber`). */
  readonly number: string
  readonly accountId: string
  /** Placed by a visitor with the e-mail of an account: not shown there until its member confirms it. */
  readonly unconfirmed?: boolean
  /** `gift`: paid here, claimed and received by somebody else. */
  readonly kind: Checked['kind']
  readonly checkoutId: string | null
  readonly billingCycleId: string | null
  readonly chargeId: string | null
  /** Who took the money; null when there was nothing to pay. */
  readonly processor: string | null
  readonly email: string
  /** Of the page that a visitor ordered on; null for an order whose mails are in the language of the member. */
  readonly locale?: Locale | null
  /** The language of its invoice and credit notes, which stays; the first one of the shop, if missing. */
  readonly documentLocale?: Locale
  readonly currency: Checked['currency']
  readonly totals: Totals
  /** The rate of the tax, for the invoice; null if it was not stored. */
  readonly taxPercent: number | null
  /** The tax by jurisdiction; null if it was not stored. */
  readonly tax: OrderTax | null
  readonly shipping: { readonly code: string; readonly label: string }
  readonly discounts: readonly Checked['discounts'][number][]
  readonly shipTo: Address
  readonly card: Checked['card']
  /** The sentences that the buyer agreed to. */
  readonly terms: Checked['terms']
  /** When it ships; null for a gift that waits to be claimed. */
  readonly ships: DateRange | null
  readonly lines: readonly OrderLineDraft[]
}

/** An order as the shop works with it. */
export interface Order extends Omit<OrderDraft, 'unconfirmed' | 'taxPercent' | 'documentLocale'> {
  readonly locale: Locale | null
  readonly lines: readonly OrderLine[]
  readonly state: Checked['state']
  readonly placedAt: Temporal.Instant
  readonly shippedAt: Temporal.Instant | null
  readonly canceledAt: Temporal.Instant | null
  /** The refunded part of the total. */
  readonly refundedCents: Cents
  /** When the last of the total was refunded. */
  readonly refundedAt: Temporal.Instant | null
  /** All of its money is going back: it does not ship unless the refund is refused. */
  readonly isHeld: boolean
  readonly isInLedger: boolean
}

export type OrderRow = Selectable<Database['order']>
export type OrderLineRow = Selectable<Database['order_line']>

const lineFrom = (row: OrderLineRow): OrderLine => ({
  planCode: row.plan_code,
  name: row.name,
  quantity: row.quantity,
  unitPriceCents: row.unit_price_cents,
  discountCents: row.discount_cents,
  taxCents: row.tax_cents,
  subscriptionId: row.subscription_id,
  stock: { product: row.product, quantity: row.stock_quantity },
})

const shipsOf = ({ ship_on: from, ship_until: until }: OrderRow): DateRange | null =>
  from === null
    ? null
    : { from: Temporal.PlainDate.from(from), until: Temporal.PlainDate.from(until ?? from) }

/** An order from its rows. */
export const orderFrom = (row: OrderRow, lines: readonly OrderLineRow[]): Order => {
  const { ship_to: shipTo, ...checked } = CheckedColumns.parse(row)
  return {
    ...checked,
    shipTo,
    id: row.id,
    number: row.number,
    accountId: row.account_id,
    checkoutId: row.checkout_id,
    billingCycleId: row.billing_cycle_id,
    chargeId: row.charge_id,
    processor: row.processor,
    email: row.email,
    locale: localeOf(row.locale),
    totals: totalsFrom(row),
    shipping: { code: row.shipping_method_code, label: row.shipping_method_label },
    lines: lines.map(lineFrom),
    placedAt: Temporal.Instant.from(row.placed_at),
    ships: shipsOf(row),
    shippedAt: instantOrNull(row.shipped_at),
    canceledAt: instantOrNull(row.canceled_at),
    refundedCents: row.refunded_cents,
    refundedAt: instantOrNull(row.refunded_at),
    isHeld: row.is_held,
    isInLedger: row.is_in_ledger,
  }
}

/** A new order as a row of its table. */
export const orderColumns = (tx: Tx, draft: Omit<OrderDraft, 'lines'>) => ({
  id: draft.id,
  number: draft.number,
  account_id: draft.accountId,
  unconfirmed: draft.unconfirmed ?? false,
  kind: draft.kind,
  checkout_id: draft.checkoutId,
  billing_cycle_id: draft.billingCycleId,
  charge_id: draft.chargeId,
  processor: draft.processor,
  is_in_ledger: true,
  email: draft.email,
  locale: draft.locale ?? null,
  currency: draft.currency,
  ...columnsOfTotals(draft.totals),
  shipping_method_code: draft.shipping.code,
  shipping_method_label: draft.shipping.label,
  discounts: JSON.stringify(draft.discounts),
  ship_to: JSON.stringify(draft.shipTo),
  card: draft.card && JSON.stringify(draft.card),
  tax: draft.tax && JSON.stringify(draft.tax),
  terms: JSON.stringify(draft.terms),
  state: 'placed',
  ship_on: draft.ships?.from.toString() ?? null,
  ship_until: draft.ships?.until.toString() ?? null,
  placed_at: tx.now.toString(),
})

/** One of its lines. */
export const lineColumns = (
  tx: Tx,
  draft: Pick<OrderDraft, 'id' | 'accountId'>,
  line: OrderLine,
  position: number,
) => ({
  id: tx.ids.uuid(),
  order_id: draft.id,
  account_id: draft.accountId,
  position,
  plan_code: line.planCode,
  name: line.name,
  quantity: line.quantity,
  unit_price_cents: line.unitPriceCents,
  discount_cents: line.discountCents,
  tax_cents: line.taxCents,
  subscription_id: line.subscriptionId,
  product: line.stock.product,
  stock_quantity: line.stock.quantity,
})

/** The stock that the shipment of a complete line has. */
export const itemOf = ({ quantity, stock }: OrderLine, position: number): ShipmentItem => ({
  position,
  product: stock.product,
  lineQuantity: quantity,
  stockQuantity: stock.quantity,
})

/** An order that is to be written; each of its lines says which stock it takes. */
export type DraftWithStock = Omit<OrderDraft, 'lines'> & { readonly lines: readonly OrderLine[] }
