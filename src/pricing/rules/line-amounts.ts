import { z } from 'zod'
import { sumCents, wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { Price } from '#shared/price-schema.ts'
import { addUp } from './totals.ts'
import type { Totals } from './totals.ts'

/** The amounts of a line in cents, as they are stored with a quote. */
export const LineAmounts = z.object({
  quantity: z.int(),
  unitPriceCents: z.int(),
  /** Of the whole line, as its tax. */
  discountCents: z.int(),
  taxCents: z.int(),
})

export type LineAmounts = Readonly<z.output<typeof LineAmounts>>

/** All units, before discounts and tax. */
export const lineSubtotal = ({
  quantity,
  unitPriceCents,
}: Pick<LineAmounts, 'quantity' | 'unitPriceCents'>): Cents => quantity * unitPriceCents

/** All units after their discounts, before tax. */
export const lineGoods = (line: LineAmounts): Cents => lineSubtotal(line) - line.discountCents

/** Subtotal − discount + tax. */
export const lineTotal = (line: LineAmounts): Cents => lineGoods(line) + line.taxCents

/** The totals of lines that are shipped for so much, with the tax on both; without credit. */
export const totalsOf = (lines: readonly LineAmounts[], shippingCents: Cents, shippingTax: Cents): Totals =>
  addUp({
    subtotalCents: sumCents(lines.map(lineSubtotal)),
    discountCents: sumCents(lines.map(({ discountCents }) => discountCents)),
    shippingCents,
    taxCents: sumCents(lines.map(({ taxCents }) => taxCents)) + shippingTax,
  })

/** The amounts of a line as fields of a reply. */
export const lineReply = {
  /** Of one unit, before discounts and tax. */
  price: Price,
  /** Of all units, before discounts and tax. */
  subtotal: Price,
  discount: Price,
  tax: Price,
  total: Price,
}

/** The amounts of a line in the form of the wire. */
export const wireLine = (line: LineAmounts, currency: Currency): Record<keyof typeof lineReply, string> => ({
  price: wirePrice(line.unitPriceCents, currency),
  subtotal: wirePrice(lineSubtotal(line), currency),
  discount: wirePrice(line.discountCents, currency),
  tax: wirePrice(line.taxCents, currency),
  total: wirePrice(lineTotal(line), currency),
})
