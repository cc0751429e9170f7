import type { RefundLine } from './refund-lines.ts'

/** A row of what a refund is made of, for people; sums for no line are one row. */
export interface RefundRow {
  readonly kind: RefundLine['kind']
  readonly position: number | null
  readonly quantity: number
  readonly goodsCents: number
  readonly taxCents: number
}

const kindNames = { shipping: 'Shipping', goodwill: 'Goodwill', sum: 'Part of the order' } as const

/** What a row is for, by the names of the order's lines: `2 × DS-01 Daily Synbiotic`, `Shipping`. */
export const refundRowName = (
  { kind, position, quantity }: RefundRow,
  lines: readonly { readonly name: string }[],
): string => (kind === 'line' ? `${quantity} × ${lines[position ?? -1]?.name ?? 'item'}` : kindNames[kind])

/** The rows of a refund: units by line, shipping, and each sum for no line as a whole. */
export const refundRows = (lines: readonly RefundLine[]): RefundRow[] => {
  const ofKind = (kind: RefundLine['kind']) => lines.filter((line) => line.kind === kind)
  const whole = (kind: 'sum' | 'goodwill'): RefundRow[] => {
    const shares = ofKind(kind)
    if (shares.length === 0) return []
    const total = (of: (line: RefundLine) => number): number =>
      shares.reduce((sum, line) => sum + of(line), 0)
    const [goodsCents, taxCents] = [total((line) => line.goodsCents), total((line) => line.taxCents)]
    return [{ kind, position: null, quantity: 0, goodsCents, taxCents }]
  }
  return [...ofKind('line'), ...ofKind('shipping'), ...whole('goodwill'), ...whole('sum')]
}
