import type { Address } from '#shared/address.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { Tx } from '#platform/app-deps.ts'

/** A discount of the order: its code, its reason, its amount. */
export interface OrderDiscount {
  readonly code: string
  readonly reason: string
  readonly cents: Cents
}

export interface OrderLineDraft {
  readonly planCode: string
  readonly name: string
  readonly quantity: number
  readonly unitPriceCents: Cents
  readonly discountCents: Cents
  readonly taxCents: Cents
  readonly subscriptionId: string | null
  /** What the whole line takes from stock; null if it was not stored, then the catalogue says it. */
  readonly stock: LineStock | null
}

interface LineStock {
  readonly product: string
  readonly quantity: number
}

/** A line with what it takes from stock. */
export interface StockedLine extends OrderLineDraft {
  readonly stock: LineStock
}

/**
 * Everything an order consists of; amounts in cents. Exactly one of checkoutId and billingCycleId is set. A checkout
 * has at most two orders, its purchase and its gift; they share its charge.
 */
export interface OrderDraft {
  readonly id: string
  /** Its public number (`ids.orderNumber`). */
  readonly number: string
  readonly accountId: string
  /** Placed by a visitor with the e-mail of an account: not shown there until its member confirms it. */
  readonly unconfirmed?: boolean
  readonly kind: 'purchase' | 'renewal' | 'gift'
  readonly checkoutId: string | null
  readonly billingCycleId: string | null
  readonly chargeId: string | null
  /** Who took the money; null when there was nothing to pay. */
  readonly processor: string | null
  readonly email: string
  readonly currency: Currency
  readonly subtotalCents: Cents
  readonly discountCents: Cents
  readonly shippingCents: Cents
  readonly taxCents: Cents
  /** The rate of the tax; null if it was not stored. */
  readonly taxPercent: number | null
  readonly totalCents: Cents
  /** The part of the total that the member's credit paid. */
  readonly creditCents: Cents
  readonly shippingMethod: { readonly code: string; readonly label: string }
  readonly discounts: readonly OrderDiscount[]
  readonly shipTo: Address
  readonly card: { readonly brand: string; readonly last4: string } | null
  readonly terms: readonly string[]
  /** Null for a gift: it ships when it is claimed. */
  readonly shipOn: Temporal.PlainDate | null
  readonly lines: readonly OrderLineDraft[]
}

/** A new order as a row of its table. */
export const orderColumns = (tx: Tx, draft: OrderDraft) => ({
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
  currency: draft.currency,
  subtotal_cents: draft.subtotalCents,
  discount_cents: draft.discountCents,
  shipping_cents: draft.shippingCents,
  tax_cents: draft.taxCents,
  total_cents: draft.totalCents,
  credit_cents: draft.creditCents,
  shipping_method_code: draft.shippingMethod.code,
  shipping_method_label: draft.shippingMethod.label,
  discounts: JSON.stringify(draft.discounts),
  ship_to: JSON.stringify(draft.shipTo),
  card: draft.card && JSON.stringify(draft.card),
  terms: JSON.stringify(draft.terms),
  state: 'placed',
  ship_on: draft.shipOn?.toString() ?? null,
  placed_at: tx.now.toString(),
})

/** One of its lines. */
export const lineColumns = (tx: Tx, draft: OrderDraft, line: StockedLine, position: number) => ({
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
