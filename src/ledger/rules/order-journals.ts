import { revenueGroup } from '#catalogue/rules/product.ts'
import type { OrderTax, TaxShare } from '#pricing/rules/order-tax.ts'
import { taxJurisdiction } from '#pricing/rules/tax-rate.ts'
import { lineSubtotal } from '#pricing/rules/line-amounts.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import type { Shares } from '#pricing/rules/refund-lines.ts'
import type { Totals } from '#pricing/rules/totals.ts'
import type { Address } from '#shared/address.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { allocate } from '#shared/money.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import { balanced, credit, debit } from './journal.ts'
import type { Journal, LedgerFact } from './journal.ts'

/** An order as the ledger needs it. */
export interface LedgerOrder {
  readonly id: string
  readonly accountId: string
  readonly currency: Currency
  /** Who took the money; null when there was nothing to pay. */
  readonly processor: string | null
  readonly lines: readonly {
    readonly planCode: string
    readonly quantity: number
    readonly unitPriceCents: Cents
  }[]
  readonly discounts: readonly { readonly code: string; readonly cents: Cents }[]
  readonly totals: Totals
  /** By jurisdiction; null for an order from before that was stored: then it is the tax of the place it goes to. */
  readonly tax: OrderTax | null
  readonly shipTo: Pick<Address, 'country' | 'region' | 'zip'>
}

/** The tax that each jurisdiction got of an order, when it was placed. */
export const orderTaxes = ({
  tax,
  totals,
  shipTo,
}: Pick<LedgerOrder, 'tax' | 'totals' | 'shipTo'>): TaxShare[] =>
  tax === null || tax.lines.length === 0
    ? [{ jurisdiction: taxJurisdiction(shipTo), cents: totals.taxCents }]
    : tax.lines.map(({ jurisdiction, cents }) => ({ jurisdiction, cents }))

/** What the shop owes in goods and shipping: the total without the tax. */
const owedCents = ({ totals: { totalCents, taxCents } }: LedgerOrder): Cents => totalCents - taxCents

/** Goods before discounts, by product group. */
const goodsOf = ({ lines }: LedgerOrder): ReadonlyMap<string, Cents> => {
  const groups = new Map<string, Cents>()
  for (const line of lines) {
    const group = revenueGroup(line.planCode)
    groups.set(group, (groups.get(group) ?? 0) + lineSubtotal(line))
  }
  return groups
}

const journalHeader = (fact: LedgerFact, order: LedgerOrder) => ({
  fact,
  factId: order.id,
  orderId: order.id,
  accountId: order.accountId,
  currency: order.currency,
})

/** The money of an order or of a refund: what its processor and what its member has of it. */
const moneyPostings = (side: typeof debit, { accountId, processor }: LedgerOrder, split: PaymentSplit) => [
  side('receivable', split.cardCents, processor ?? ''),
  side('member-credit', split.creditCents, accountId),
]

/** Paid by card or credit: nothing is earned yet, the shipment is owed. Tax is owed from here on. */
export const orderPlaced = (order: LedgerOrder): Journal =>
  balanced({
    ...journalHeader('order-placed', order),
    postings: [
      ...moneyPostings(debit, order, paidBy(order.totals)),
      credit('owed-deliveries', owedCents(order)),
      ...orderTaxes(order).map(({ jurisdiction, cents }) => credit('tax-payable', cents, jurisdiction)),
    ],
  })

/** Shipped: what was owed is earned, at full price, minus every discount by its code. */
export const orderShipped = (order: LedgerOrder): Journal =>
  balanced({
    ...journalHeader('order-shipped', order),
    postings: [
      debit('owed-deliveries', owedCents(order)),
      ...order.discounts.map(({ code, cents }) => debit('discounts', cents, code)),
      ...[...goodsOf(order)].map(([group, cents]) => credit('revenue', cents, group)),
      credit('shipping', order.totals.shippingCents),
    ],
  })

/** Canceled before shipping: nothing is owed but the money, which refunds pay back. */
export const orderCanceled = (order: LedgerOrder): Journal =>
  balanced({
    ...journalHeader('order-canceled', order),
    postings: [debit('owed-deliveries', owedCents(order)), credit('refunds', owedCents(order))],
  })

/**
 * Splits a refund in proportion to the order. Calculated from the total of all refunds so far, so that partial refunds
 * that add up to the order return the tax to the cent.
 */
export const refundShares = (
  totals: Pick<Totals, 'totalCents' | 'taxCents'>,
  refundedBefore: Cents,
  cents: Cents,
): Shares => {
  const taxUpTo = (sum: Cents): Cents =>
    totals.totalCents === 0
      ? 0
      : (allocate(totals.taxCents, [sum, Math.max(0, totals.totalCents - sum)])[0] ?? 0)
  const taxCents = taxUpTo(refundedBefore + cents) - taxUpTo(refundedBefore)
  return { goodsCents: cents - taxCents, taxCents }
}

/** Refunded to the card, as credit, or both. */
export const refundSettled = (
  order: LedgerOrder,
  refund: {
    readonly id: string
    readonly split: PaymentSplit
    readonly shares: Shares
    /** The tax of `shares` by jurisdiction (`refundedTaxes`). */
    readonly taxes: readonly TaxShare[]
  },
): Journal =>
  balanced({
    ...journalHeader('refund-settled', order),
    factId: refund.id,
    postings: [
      debit('refunds', refund.shares.goodsCents),
      ...refund.taxes.map(({ jurisdiction, cents }) => debit('tax-payable', cents, jurisdiction)),
      ...moneyPostings(credit, order, refund.split),
    ],
  })
