import { allocate, sumCents } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import { lineGoods } from './line-amounts.ts'
import type { LineAmounts } from './line-amounts.ts'
import type { Totals } from './totals.ts'

/** Goods, or the shipping fee, and the tax on them. */
export interface Shares {
  readonly goodsCents: Cents
  readonly taxCents: Cents
}

/** A line of an order as it was paid, after its discounts; or the shipping fee. */
export interface PaidPart extends Shares {
  /** Of the line; null for the shipping fee. */
  readonly position: number | null
  /** Units of the line; 0 for the shipping fee. */
  readonly quantity: number
}

/** `line`: units of a line. `shipping`: of the fee. `sum` and `goodwill`: a share of a sum that is for no line. */
export const refundLineKinds = ['line', 'shipping', 'sum', 'goodwill'] as const

/** What a refund gives for one part of its order; stored with the refund. */
export interface RefundLine extends PaidPart {
  readonly kind: (typeof refundLineKinds)[number]
}

/** What a refund is made of and why it was given. */
export interface RefundContents {
  /** None for a refund from before lines were stored. */
  readonly lines: readonly RefundLine[]
  /** In words; null for none. */
  readonly reason: string | null
}

/** Some units of a line of an order. */
export interface Units {
  readonly position: number
  readonly quantity: number
}

/** What is to be refunded of an order: everything that is left, an earlier refund again, or chosen parts. */
export type RefundChoice =
  | { readonly kind: 'rest' }
  | { readonly kind: 'again'; readonly lines: readonly RefundLine[] }
  | {
      readonly kind: 'parts'
      readonly units: readonly Units[]
      /** Of the shipping fee, with its tax; null for none. */
      readonly shippingCents: Cents | 'all' | null
      /** A sum for no line, with its tax. */
      readonly sum: { readonly kind: 'sum' | 'goodwill'; readonly cents: Cents } | null
    }

export type ChoiceRefusal =
  | 'nothing-left'
  | 'more-than-left'
  | 'not-positive'
  | 'no-such-line'
  | 'units-not-left'
  | 'line-not-left'
  | 'shipping-not-left'

export type ChosenLines =
  | { readonly kind: 'lines'; readonly lines: readonly RefundLine[] }
  | { readonly kind: 'refuse'; readonly reason: ChoiceRefusal }

/** What was paid for each line of an order and for its shipping; together exactly the order's total. */
export const paidParts = (lines: readonly LineAmounts[], totals: Totals): PaidPart[] => [
  ...lines.map((line, position) => ({
    position,
    quantity: line.quantity,
    goodsCents: lineGoods(line),
    taxCents: line.taxCents,
  })),
  {
    position: null,
    quantity: 0,
    goodsCents: totals.shippingCents,
    taxCents: totals.taxCents - sumCents(lines.map(({ taxCents }) => taxCents)),
  },
]

export const centsOf = ({ goodsCents, taxCents }: Shares): Cents => goodsCents + taxCents

/** What lines of a refund come to. */
export const sharesOf = (lines: readonly Shares[]): Shares => ({
  goodsCents: sumCents(lines.map(({ goodsCents }) => goodsCents)),
  taxCents: sumCents(lines.map(({ taxCents }) => taxCents)),
})

/** A sum of a part: goods and tax in the proportion of what is left of both. */
const splitOf = (left: Shares, cents: Cents): Shares => {
  const [goodsCents = 0, taxCents = 0] = allocate(cents, [left.goodsCents, left.taxCents])
  return { goodsCents, taxCents }
}

/** A sum of at most what is left, over the parts in proportion to what is left of each: lines first, shipping last. */
const spread = (left: readonly PaidPart[], cents: Cents, kind: 'sum' | 'goodwill'): RefundLine[] => {
  const parts = allocate(cents, left.map(centsOf))
  return left.map((part, at) => ({
    kind,
    position: part.position,
    quantity: 0,
    ...splitOf(part, parts[at] ?? 0),
  }))
}

const without = (left: readonly PaidPart[], refunded: readonly PaidPart[]): PaidPart[] =>
  left.map((part) =>
    refunded
      .filter(({ position }) => position === part.position)
      .reduce(
        (rest, line) => ({
          ...rest,
          quantity: rest.quantity - line.quantity,
          goodsCents: rest.goodsCents - line.goodsCents,
          taxCents: rest.taxCents - line.taxCents,
        }),
        part,
      ),
  )

const leftCents = (left: readonly PaidPart[]): Cents => sumCents(left.map(centsOf))

/** A sum of a refund from before lines were stored, as far as it is left. */
export const spreadSum = (left: readonly PaidPart[], cents: Cents): RefundLine[] =>
  spread(left, Math.min(cents, leftCents(left)), 'sum')

/** A refund so far, refused ones left out: its lines, or only its sum when it was written before there were lines. */
export interface EarlierRefund {
  readonly totalCents: Cents
  readonly lines: readonly RefundLine[]
}

/** What is left of each part after these refunds, oldest first. */
export const leftParts = (paid: readonly PaidPart[], refunds: readonly EarlierRefund[]): PaidPart[] =>
  refunds.reduce<PaidPart[]>(
    (left, { totalCents, lines }) => without(left, lines.length > 0 ? lines : spreadSum(left, totalCents)),
    [...paid],
  )

/**
 * This many units of a line of which `left` is left: their share of what is left, rounded down to whole cents, then goods and
 * tax of it. The last unit takes all that is left, so that the parts of a line are the line, in whatever steps they come.
 */
const unitsOf = (left: PaidPart, quantity: number): RefundLine => ({
  kind: 'line',
  position: left.position,
  quantity,
  ...splitOf(left, Math.floor((centsOf(left) * quantity) / left.quantity)),
})

const restOf = (left: readonly PaidPart[]): RefundLine[] =>
  left.map((part) => ({
    ...part,
    kind: part.position === null ? 'shipping' : part.quantity > 0 ? 'line' : 'sum',
  }))

/** The lines of a refund again, as far as they are left. */
const again = (left: readonly PaidPart[], lines: readonly RefundLine[]): RefundLine[] => {
  const given: RefundLine[] = []
  for (const line of lines) {
    const part = without(left, given).find(({ position }) => position === line.position)
    if (!part) continue
    const quantity = Math.min(line.quantity, part.quantity)
    given.push({
      ...line,
      kind: line.kind === 'line' && quantity === 0 ? 'sum' : line.kind,
      quantity,
      goodsCents: Math.min(line.goodsCents, part.goodsCents),
      taxCents: Math.min(line.taxCents, part.taxCents),
    })
  }
  return given
}

/** A whole number from 1 up that is left of a line of the order; null when these units can be refunded. */
const unitsRefusal = (part: PaidPart | undefined, quantity: number): ChoiceRefusal | null => {
  if (!part) return 'no-such-line'
  if (!Number.isInteger(quantity) || quantity < 1) return 'not-positive'
  if (quantity > part.quantity) return 'units-not-left'
  return centsOf(part) === 0 ? 'line-not-left' : null
}

type Parts = Extract<RefundChoice, { kind: 'parts' }>

/** The shipping fee, or a sum of it. */
const shippingOf = (left: readonly PaidPart[], wanted: Parts['shippingCents']): ChosenLines => {
  if (wanted === null) return { kind: 'lines', lines: [] }
  const part = left.find(({ position }) => position === null)
  const fee = part ? centsOf(part) : 0
  const cents = wanted === 'all' ? fee : wanted
  if (part === undefined || cents > fee || fee === 0) return { kind: 'refuse', reason: 'shipping-not-left' }
  if (cents < 1) return { kind: 'refuse', reason: 'not-positive' }
  return { kind: 'lines', lines: [{ ...part, kind: 'shipping', ...splitOf(part, cents) }] }
}

const sumOf = (left: readonly PaidPart[], sum: Parts['sum']): ChosenLines => {
  if (sum === null) return { kind: 'lines', lines: [] }
  if (sum.cents < 1) return { kind: 'refuse', reason: 'not-positive' }
  return sum.cents > leftCents(left)
    ? { kind: 'refuse', reason: 'more-than-left' }
    : { kind: 'lines', lines: spread(left, sum.cents, sum.kind) }
}

const chosenParts = (left: readonly PaidPart[], { units, shippingCents, sum }: Parts): ChosenLines => {
  const lines: RefundLine[] = []
  for (const { position, quantity } of units) {
    const part = without(left, lines).find((one) => one.position === position)
    const reason = unitsRefusal(part, quantity)
    if (reason !== null || !part) return { kind: 'refuse', reason: reason ?? 'no-such-line' }
    lines.push(unitsOf(part, quantity))
  }
  const shipping = shippingOf(left, shippingCents)
  if (shipping.kind === 'refuse') return shipping
  lines.push(...shipping.lines)
  const free = sumOf(without(left, lines), sum)
  return free.kind === 'refuse' ? free : { kind: 'lines', lines: [...lines, ...free.lines] }
}

const merged = (lines: readonly RefundLine[]): RefundLine[] =>
  [...Map.groupBy(lines, ({ kind, position }) => `${kind} ${position}`).values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({
      ...first,
      ...sharesOf(same),
      quantity: same.reduce((sum, one) => sum + one.quantity, 0),
    })),
  )

/**
 * The lines of a refund. In this order: units of lines as they are named, then shipping, then a sum over what is left after
 * them. Never more than is left of any part.
 */
export const chooseLines = (left: readonly PaidPart[], choice: RefundChoice): ChosenLines => {
  if (leftCents(left) <= 0) return { kind: 'refuse', reason: 'nothing-left' }
  const chosen: ChosenLines =
    choice.kind === 'parts'
      ? chosenParts(left, choice)
      : { kind: 'lines', lines: choice.kind === 'rest' ? restOf(left) : again(left, choice.lines) }
  if (chosen.kind === 'refuse') return chosen
  const lines = merged(chosen.lines).filter((line) => centsOf(line) > 0)
  return lines.length === 0 ? { kind: 'refuse', reason: 'nothing-left' } : { kind: 'lines', lines }
}

/** The units as far as they are left, for what comes back of an order: a line that was refunded before gives less or nothing. */
export const unitsLeft = (left: readonly PaidPart[], units: readonly Units[]): Units[] =>
  units.flatMap(({ position, quantity }) => {
    const part = left.find((one) => one.position === position)
    const possible = Math.min(quantity, part?.quantity ?? 0)
    return part === undefined || possible < 1 || centsOf(part) === 0 ? [] : [{ position, quantity: possible }]
  })

/** What is refunded for these units, as far as they are left; cents. */
export const centsOfUnits = (left: readonly PaidPart[], units: readonly Units[]): Cents => {
  const possible = unitsLeft(left, units)
  if (possible.length === 0) return 0
  const chosen = chooseLines(left, { kind: 'parts', units: possible, shippingCents: null, sum: null })
  return chosen.kind === 'lines' ? centsOf(sharesOf(chosen.lines)) : 0
}
