import { z } from 'zod'
import { allocate, percentWeight, sumCents, sumOfPercents } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import { TaxBasis } from './tax-rate.ts'
import type { TaxPart, TaxRate } from './tax-rate.ts'

const TaxLine = z.object({ jurisdiction: z.string(), percent: z.number(), cents: z.int() })

/** The tax that one jurisdiction gets of an order. */
export type TaxLine = Readonly<z.output<typeof TaxLine>>

/** The tax of an order by jurisdiction, as it is stored; the lines add up to the order's tax. */
export const OrderTax = z.object({ basis: TaxBasis, lines: z.array(TaxLine).readonly() })

export type OrderTax = Readonly<z.output<typeof OrderTax>>

/** The tax of an order, and of each of its parts. */
interface CountedTax {
  readonly tax: OrderTax
  /** Of each line, and of shipping last. */
  readonly parts: readonly Cents[]
}

interface Taxed {
  readonly goods: readonly Cents[]
  readonly shippingCents: Cents
}

const weightOf = (part: TaxPart, { goods, shippingCents }: Taxed): number =>
  percentWeight({ cents: sumCents(goods), percent: part.percent }) +
  percentWeight({ cents: shippingCents, percent: part.shippingPercent })

const sumWeights = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0)

/**
 * The tax of discounted goods and their shipping. Rounding, in this order: what all jurisdictions take is added up exactly and
 * rounded once, half away from zero (ruling 14); the sum is split over the lines and shipping, by what is exactly due on each,
 * in their order and shipping last; and the same sum over the jurisdictions, by what is exactly due to each, in their order.
 */
export const taxOf = (taxed: Taxed, { parts, basis }: TaxRate): CountedTax => {
  const { goods, shippingCents } = taxed
  const goodsCents = sumCents(goods)
  const total = sumOfPercents(
    parts.flatMap(({ percent, shippingPercent }) => [
      { cents: goodsCents, percent },
      { cents: shippingCents, percent: shippingPercent },
    ]),
  )
  const ofGoods = (cents: Cents): number =>
    sumWeights(parts.map(({ percent }) => percentWeight({ cents, percent })))
  const ofShipping = sumWeights(
    parts.map(({ shippingPercent: percent }) => percentWeight({ cents: shippingCents, percent })),
  )
  const byJurisdiction = allocate(
    total,
    parts.map((part) => weightOf(part, taxed)),
  )
  return {
    tax: {
      basis,
      lines: parts.map(({ jurisdiction, percent }, position) => ({
        jurisdiction,
        percent,
        cents: byJurisdiction[position] ?? 0,
      })),
    },
    parts: allocate(total, [...goods.map(ofGoods), ofShipping]),
  }
}

/** A part of an order's tax, such as that of a gift in it, and the rest; each jurisdiction in proportion, in their order. */
export const splitTax = (
  tax: OrderTax,
  partCents: Cents,
): { readonly part: OrderTax; readonly rest: OrderTax } => {
  const cents = allocate(
    partCents,
    tax.lines.map((line) => line.cents),
  )
  const at = (position: number): Cents => cents[position] ?? 0
  return {
    part: { ...tax, lines: tax.lines.map((line, position) => ({ ...line, cents: at(position) })) },
    rest: {
      ...tax,
      lines: tax.lines.map((line, position) => ({ ...line, cents: line.cents - at(position) })),
    },
  }
}

/** A sum of tax of one jurisdiction. */
export type TaxShare = Pick<TaxLine, 'jurisdiction' | 'cents'>

/**
 * What a refund of so much tax takes back from each jurisdiction: in proportion to what is left of each after the refunds before,
 * in the order of the order's tax lines. The last refund takes all that is left, so that all of them give back exactly what each got.
 */
export const refundedTaxes = (taxCents: Cents, left: readonly TaxShare[]): TaxShare[] => {
  const cents = allocate(
    taxCents,
    left.map((share) => Math.max(0, share.cents)),
  )
  return left.map(({ jurisdiction }, position) => ({ jurisdiction, cents: cents[position] ?? 0 }))
}
