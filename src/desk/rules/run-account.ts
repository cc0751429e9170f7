import { sumCents } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'

/** The entries of a renewal run with one outcome, in one currency. The split is of their charges and of the credit of their orders. */
export interface RunGroup extends PaymentSplit {
  readonly outcome: string
  /** Null for entries that were never priced, because nothing was charged. */
  readonly currency: Currency | null
  readonly count: number
  /** By the quotes of their cycles. */
  readonly dueCents: Cents
}

export interface CurrencySum {
  readonly currency: Currency
  readonly cents: Cents
}

export interface RunRow {
  readonly name: string
  /** Its entries; null for a part of the row above. */
  readonly count: number | null
  readonly sums: readonly CurrencySum[]
  /** The outcome whose entries it opens. */
  readonly outcome: string | null
  readonly tone: 'full' | 'part' | 'bad' | 'light' | 'open'
}

export interface RunAccount {
  readonly rows: readonly RunRow[]
  readonly dueSums: readonly CurrencySum[]
  readonly missingCount: number
  readonly missingSums: readonly CurrencySum[]
}

/** What paid is read from charges and credit, everything else from quotes. */
const paidOutcomes = ['billed', 'settled-before'] as const

const others: readonly (readonly [outcome: string, name: string, tone: RunRow['tone']])[] = [
  ['dunned', 'Declined, tried again later', 'bad'],
  ['ended', 'Declined for good', 'bad'],
  ['pending', 'Result unknown', 'open'],
  ['reopened', 'Changed meanwhile, charged later', 'light'],
  ['withdrawn', 'Withdrawn before it was charged', 'light'],
  ['refused', 'Not charged, with a reason', 'light'],
  ['skipped', 'Skipped by the member', 'light'],
  ['paused', 'Paused', 'light'],
  ['parked', 'Parked', 'bad'],
]

const sumsOf = (groups: readonly RunGroup[], centsOf: (group: RunGroup) => Cents): readonly CurrencySum[] =>
  [...Map.groupBy(groups, ({ currency }) => currency)].flatMap(([currency, all]) =>
    currency === null ? [] : [{ currency, cents: sumCents(all.map(centsOf)) }],
  )

const countOf = (groups: readonly RunGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0)

const paidRows = (groups: readonly RunGroup[], outcome: (typeof paidOutcomes)[number]): readonly RunRow[] => {
  const own = groups.filter((group) => group.outcome === outcome)
  if (own.length === 0) return []
  const name = outcome === 'billed' ? 'Charged to cards' : 'Paid before the run'
  const credit = sumsOf(own, ({ creditCents }) => creditCents).filter(({ cents }) => cents !== 0)
  return [
    { name, count: countOf(own), sums: sumsOf(own, ({ cardCents }) => cardCents), outcome, tone: 'full' },
    ...(credit.length === 0
      ? []
      : [
          {
            name: 'Paid with credit, of these',
            count: null,
            sums: credit,
            outcome: null,
            tone: 'part',
          } as const,
        ]),
  ]
}

const accountedCents = (group: RunGroup): Cents => {
  if (paidOutcomes.some((paid) => paid === group.outcome)) return splitSum(group)
  return others.some(([known]) => known === group.outcome) ? group.dueCents : 0
}

/**
 * Accounts for a run: due = charged + paid with credit + declined + unknown + … + not accounted for, by currency, and in
 * entries. What is still open, and an outcome that this does not know, is not accounted for.
 */
export const runAccount = (due: number, groups: readonly RunGroup[]): RunAccount => {
  const rows = [
    ...paidOutcomes.flatMap((outcome) => paidRows(groups, outcome)),
    ...others.flatMap(([outcome, name, tone]) => {
      const own = groups.filter((group) => group.outcome === outcome)
      const sums = sumsOf(own, ({ dueCents }) => dueCents)
      return own.length === 0 ? [] : [{ name, count: countOf(own), sums, outcome, tone }]
    }),
  ]
  const accounted = rows.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return {
    rows,
    dueSums: sumsOf(groups, ({ dueCents }) => dueCents),
    missingCount: due - accounted,
    missingSums: sumsOf(groups, (group) => group.dueCents - accountedCents(group)),
  }
}
