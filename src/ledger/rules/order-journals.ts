import type { Cents, Currency } from '#shared/money.ts'
import { allocate } from '#shared/money.ts'
import { balanced, credit, debit } from './journal.ts'
import type { Journal, LedgerFact } from './journal.ts'

/** An order as the ledger needs it. Total = goods − discounts + shipping + tax. */
export interface LedgerOrder {
  readonly id: string
  readonly accountId: string
  readonly currency: Currency
  /** Who took the money; null when there was nothing to pay. */
  readonly processor: string | null
  /** Goods before discounts, by product group. */
  readonly goods: readonly { readonly group: string; readonly cents: Cents }[]
  readonly discounts: readonly { readonly code: string; readonly cents: Cents }[]
  readonly shippingCents: Cents
  readonly taxCents: Cents
  /** Whose tax it is. */
  readonly jurisdiction: string
  readonly totalCents: Cents
  /** The part of the total that was paid by the member's credit. */
  readonly creditCents: Cents
}

/** What the shop owes in goods and shipping: the total without the tax. */
const owedCents = ({ totalCents, taxCents }: LedgerOrder): Cents => totalCents - taxCents

const journalHeader = (fact: LedgerFact, order: LedgerOrder) => ({
  fact,
  factId: order.id,
  orderId: order.id,
  accountId: order.accountId,
  currency: order.currency,
})

/** Paid by card or credit: nothing is earned yet, the shipment is owed. Tax is owed from here on. */
export const orderPlaced = (order: LedgerOrder): Journal =>
  balanced({
    ...journalHeader('order-placed', order),
    postings: [
      debit('receivable', order.totalCents - order.creditCents, order.processor ?? ''),
      debit('member-credit', order.creditCents, order.accountId),
      credit('owed-deliveries', owedCents(order)),
      credit('tax-payable', order.taxCents, order.jurisdiction),
    ],
  })

/** Shipped: what was owed is earned, at full price, minus every discount by its code. */
export const orderShipped = (order: LedgerOrder): Journal =>
  balanced({
    ...journalHeader('order-shipped', order),
    postings: [
      debit('owed-deliveries', owedCents(order)),
      ...order.discounts.map(({ code, cents }) => debit('discounts', cents, code)),
      ...order.goods.map(({ group, cents }) => credit('revenue', cents, group)),
      credit('shipping', order.shippingCents),
    ],
  })

/** Canceled before shipping: nothing is owed but the money, which refunds pay back. */
export const orderCanceled = (order: LedgerOrder): Journal =>
  balanced({
    ...journalHeader('order-canceled', order),
    postings: [debit('owed-deliveries', owedCents(order)), credit('refunds', owedCents(order))],
  })

/** A refund split into its parts for the goods (with shipping) and the tax. */
export interface RefundShares {
  readonly goodsCents: Cents
  readonly taxCents: Cents
}

/**
 * Splits a refund in proportion to the order. Calculated from the total of all refunds so far, so that partial refunds
 * that add up to the order return the tax to the cent.
 */
export const refundShares = (
  order: Pick<LedgerOrder, 'totalCents' | 'taxCents'>,
  refundedBefore: Cents,
  cents: Cents,
): RefundShares => {
  const taxUpTo = (sum: Cents): Cents =>
    order.totalCents === 0
      ? 0
      : (allocate(order.taxCents, [sum, Math.max(0, order.totalCents - sum)])[0] ?? 0)
  const taxCents = taxUpTo(refundedBefore + cents) - taxUpTo(refundedBefore)
  return { goodsCents: cents - taxCents, taxCents }
}

/** Refunded to the card, as credit, or both; `cents` is the total. */
export const refundSettled = (
  order: LedgerOrder,
  refund: { readonly id: string; readonly cents: Cents; readonly creditCents: Cents } & RefundShares,
): Journal =>
  balanced({
    ...journalHeader('refund-settled', order),
    factId: refund.id,
    postings: [
      debit('refunds', refund.goodsCents),
      debit('tax-payable', refund.taxCents, order.jurisdiction),
      credit('receivable', refund.cents - refund.creditCents, order.processor ?? ''),
      credit('member-credit', refund.creditCents, order.accountId),
    ],
  })
