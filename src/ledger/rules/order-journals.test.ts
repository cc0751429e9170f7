import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { sumCents } from '#shared/money.ts'
import { refundedTaxes } from '#pricing/rules/order-tax.ts'
import { noTax } from '#pricing/rules/tax-rate.ts'
import {
  orderCanceled,
  orderPlaced,
  orderShipped,
  orderTaxes,
  refundSettled,
  refundShares,
} from './order-journals.ts'
import type { LedgerOrder } from './order-journals.ts'
import type { Journal } from './journal.ts'

/** Two kits less a code, with Californian tax: 49.99 + 39.99 − 12.50 = 77.48, 7.25 % of it 5.62. */
const order: LedgerOrder = {
  id: 'order-1',
  accountId: 'mara',
  currency: 'USD',
  processor: 'sandbox',
  lines: [
    { planCode: 'syn-wk', quantity: 1, unitPriceCents: 4999 },
    { planCode: 'vs-wk', quantity: 1, unitPriceCents: 3999 },
  ],
  discounts: [{ code: 'DS-01-25-OFF', cents: 1250 }],
  totals: {
    subtotalCents: 8998,
    discountCents: 1250,
    shippingCents: 0,
    taxCents: 562,
    totalCents: 8310,
    creditCents: 0,
  },
  tax: null,
  shipTo: { country: 'US', region: 'CA', zip: '94607' },
}

const rows = ({ postings }: Journal) =>
  postings.map(({ account, detail, cents }) => `${account} ${detail} ${cents}`)

test('when money is taken, the shipment and the tax become liabilities', () => {
  expect(rows(orderPlaced(order))).toEqual([
    'receivable sandbox 8310',
    'owed-deliveries  -7748',
    'tax-payable US-CA -562',
  ])
})

test('when the order ships, sales are posted at full price and discounts by code', () => {
  expect(rows(orderShipped(order))).toEqual([
    'owed-deliveries  7748',
    'discounts DS-01-25-OFF 1250',
    'revenue ds -4999',
    'revenue vs -3999',
  ])
})

test('a full refund reverses goods and tax', () => {
  const shares = refundShares(order.totals, 0, 8310)
  expect(shares).toEqual({ goodsCents: 7748, taxCents: 562 })
  expect(
    rows(
      refundSettled(order, {
        id: 'refund-1',
        split: { cardCents: 8310, creditCents: 0 },
        shares,
        taxes: orderTaxes(order),
      }),
    ),
  ).toEqual(['refunds  7748', 'tax-payable US-CA 562', 'receivable sandbox -8310'])
})

test('paying by credit lowers what the shop owes the member, and refunding credit raises it', () => {
  const paid = { ...order, totals: { ...order.totals, creditCents: 1000 } }
  expect(rows(orderPlaced(paid)).slice(0, 2)).toEqual(['receivable sandbox 7310', 'member-credit mara 1000'])
  const shares = refundShares(paid.totals, 0, 8310)
  const refund = {
    id: 'refund-1',
    split: { cardCents: 7310, creditCents: 1000 },
    shares,
    taxes: orderTaxes(paid),
  }
  expect(rows(refundSettled(paid, refund)).slice(2)).toEqual([
    'receivable sandbox -7310',
    'member-credit mara -1000',
  ])
})

test('ledger entries that do not balance are refused', () => {
  expect(() => orderShipped({ ...order, totals: { ...order.totals, shippingCents: 100 } })).toThrow(
    'off by -100 cents',
  )
})

const orderArbitrary = fc
  .record({
    goods: fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 5 }),
    off: fc.integer({ min: 0, max: 100 }),
    byCredit: fc.integer({ min: 0, max: 100 }),
    shippingCents: fc.constantFrom(0, 1000, 1200),
    taxes: fc.array(fc.integer({ min: 0, max: 7_000 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ goods, off, byCredit, shippingCents, taxes }): LedgerOrder => {
    const subtotalCents = sumCents(goods)
    const discountCents = Math.floor((subtotalCents * off) / 100)
    const taxCents = sumCents(taxes)
    const totalCents = subtotalCents - discountCents + shippingCents + taxCents
    const creditCents = Math.floor((totalCents * byCredit) / 100)
    return {
      ...order,
      lines: goods.map((unitPriceCents) => ({ planCode: 'syn-wk', quantity: 1, unitPriceCents })),
      discounts: [{ code: 'ANY', cents: discountCents }],
      totals: { subtotalCents, discountCents, shippingCents, taxCents, totalCents, creditCents },
      tax: {
        basis: noTax.basis,
        lines: taxes.map((cents, at) => ({ jurisdiction: `US-${at}`, percent: 1, cents })),
      },
    }
  })

const balanceOf = (journals: readonly Journal[]): Record<string, number> => {
  const totals: Record<string, number> = {}
  for (const { account, cents } of journals.flatMap(({ postings }) => postings))
    totals[account] = (totals[account] ?? 0) + cents
  return Object.fromEntries(Object.entries(totals).filter(([, cents]) => cents !== 0))
}

test('an order that is canceled and refunded in any parts has a zero balance in the ledger', () => {
  assertProperty(
    fc.property(
      orderArbitrary,
      fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 6 }),
      (any, parts) => {
        const journals = [orderPlaced(any), orderCanceled(any)]
        let refunded = 0
        let creditLeft = any.totals.creditCents
        let left = orderTaxes(any)
        for (const [at, part] of [...parts, any.totals.totalCents].entries()) {
          const cents = Math.min(part, any.totals.totalCents - refunded)
          const shares = refundShares(any.totals, refunded, cents)
          expect(shares.goodsCents).toBeGreaterThanOrEqual(0)
          expect(shares.taxCents).toBeGreaterThanOrEqual(0)
          const creditCents = Math.min(cents, creditLeft)
          const split = { cardCents: cents - creditCents, creditCents }
          const taxes = refundedTaxes(shares.taxCents, left)
          expect(taxes.every(({ cents }) => cents >= 0)).toBe(true)
          left = left.map((share, place) => ({ ...share, cents: share.cents - (taxes[place]?.cents ?? 0) }))
          expect(left.every(({ cents }) => cents >= 0)).toBe(true)
          journals.push(refundSettled(any, { id: String(at), split, shares, taxes }))
          creditLeft -= creditCents
          refunded += cents
        }
        expect(balanceOf(journals)).toEqual({})
        expect(left.every(({ cents }) => cents === 0)).toBe(true)
      },
    ),
  )
})

test('a shipped order leaves only its tax as a liability', () => {
  assertProperty(
    fc.property(orderArbitrary, (any) => {
      const left = balanceOf([orderPlaced(any), orderShipped(any)])
      expect(left['owed-deliveries']).toBeUndefined()
      expect((left['receivable'] ?? 0) + (left['member-credit'] ?? 0)).toBe(any.totals.totalCents)
      expect(left['tax-payable'] ?? 0).toBe(0 - any.totals.taxCents)
    }),
  )
})
