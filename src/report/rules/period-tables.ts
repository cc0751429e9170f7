import { formatPrice, sumCents } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { Cohort } from './cohort.ts'
import { cell, change, number, percent } from './desk-tables.ts'
import type { Cell, ReportTable, TableRow } from './desk-tables.ts'
import { monthName, monthsName } from './month.ts'
import { rowsHref } from './row-numbers.ts'

/** The first and the last month of a period, as `2031-01`. */
export interface PeriodNames {
  readonly from: string
  readonly to: string
}

/** What is counted of one kind in a period, with its sum. */
export interface KindSum {
  readonly kind: string
  readonly times: number
  readonly cents: number
}

/** A period beside the one before it. */
export interface Compared<T> {
  readonly now: T
  readonly before: T
}

const columnsOf = ({ now, before }: Compared<PeriodNames>): readonly string[] => [
  'Number',
  monthsName(now.from, now.to),
  'Number before',
  monthsName(before.from, before.to),
  'Difference',
]

const totalOf = (sums: readonly KindSum[], kinds: readonly string[]) => {
  const own = sums.filter(({ kind }) => kinds.includes(kind))
  return {
    times: own.reduce((all, { times }) => all + times, 0),
    cents: sumCents(own.map(({ cents }) => cents)),
  }
}

interface KindRow {
  readonly name: string
  readonly definition: string
  readonly kinds: readonly string[]
  readonly isTotal?: boolean
}

interface KindTable {
  readonly currency: Currency
  readonly names: Compared<PeriodNames>
  readonly sums: Compared<readonly KindSum[]>
  /** The page with the rows of a kind in a period; null where the role may not see them. */
  readonly hrefOf: (kind: string, names: PeriodNames) => string | null
}

const kindRow = (row: KindRow, { currency, names, sums, hrefOf }: KindTable): TableRow => {
  const [own, earlier] = [totalOf(sums.now, row.kinds), totalOf(sums.before, row.kinds)]
  const [kind, ...others] = row.kinds
  const link = (period: PeriodNames) =>
    kind === undefined || others.length > 0 ? null : hrefOf(kind, period)
  return {
    name: row.name,
    definition: row.definition,
    isTotal: row.isTotal ?? false,
    cells: [
      cell(number(own.times), link(names.now)),
      cell(formatPrice(own.cents, currency), link(names.now)),
      cell(number(earlier.times), link(names.before)),
      cell(formatPrice(earlier.cents, currency), link(names.before)),
      cell(change(own.cents - earlier.cents, currency)),
    ],
  }
}

const orderRows: readonly KindRow[] = [
  { name: 'Purchases', definition: 'orders that people placed, with shipping and tax.', kinds: ['purchase'] },
  {
    name: 'Gifts',
    definition: 'orders that were placed as gifts; what they cost is in the purchase.',
    kinds: ['gift'],
  },
  { name: 'Renewals', definition: 'orders of subscriptions after the first one.', kinds: ['renewal'] },
  {
    name: 'All orders',
    definition: 'all of them on the day on which they were placed, also those that were canceled later.',
    kinds: ['purchase', 'gift', 'renewal'],
    isTotal: true,
  },
  {
    name: 'Refunds',
    definition:
      'refunds settled in the period, to the card and as credit, whenever their orders were placed.',
    kinds: ['refund'],
  },
]

export const orderTables = (table: KindTable): readonly ReportTable[] => [
  {
    title: 'Orders and refunds',
    note: 'By the day on which they were placed or settled.',
    columns: columnsOf(table.names),
    rows: orderRows.map((row) => kindRow(row, table)),
  },
]

const recovered = ['recovered-schedule', 'recovered-link', 'recovered-member'] as const

const declinedRows: readonly KindRow[] = [
  {
    name: 'Paid at a retry',
    definition: 'paid by the same card when the shop tried again.',
    kinds: ['recovered-schedule'],
  },
  {
    name: 'Paid by the link of a mail',
    definition: 'paid by another card, from the mail.',
    kinds: ['recovered-link'],
  },
  {
    name: 'Paid by the member',
    definition: 'paid by another card in the member’s account.',
    kinds: ['recovered-member'],
  },
  {
    name: 'Recovered',
    definition: 'all that were paid after all, until today.',
    kinds: [...recovered],
    isTotal: true,
  },
  { name: 'Still open', definition: 'will be tried again.', kinds: ['open'] },
  {
    name: 'Waiting for a card',
    definition: 'are not tried again by themselves; the member can still pay.',
    kinds: ['ended'],
  },
  { name: 'Closed', definition: 'the member decided something else, such as to cancel.', kinds: ['closed'] },
  {
    name: 'All declined',
    definition: 'renewals whose card was declined for the first time in the period.',
    kinds: [...recovered, 'open', 'ended', 'closed'],
    isTotal: true,
  },
]

/** What has become of renewals whose card was declined. */
export const declinedTables = (table: KindTable): readonly ReportTable[] => {
  const shareIn = (sums: readonly KindSum[]): string =>
    percent(totalOf(sums, recovered).cents, totalOf(sums, declinedRows.at(-1)?.kinds ?? []).cents)
  return [
    {
      title: 'What became of declined renewals',
      note: `Recovered of the amount: ${shareIn(table.sums.now)}, in the period before ${shareIn(table.sums.before)}. By the day of the first decline, with what has become of them until today.`,
      columns: columnsOf(table.names),
      rows: declinedRows.map((row) => kindRow(row, table)),
    },
  ]
}

/** Of each month's start, how many are live as each later month ends. */
export const cohortTables = (
  months: readonly string[],
  cohorts: readonly Cohort[],
  thisMonth: string,
): readonly ReportTable[] => {
  const cellsOf = ({ size, liveAtEnd }: Cohort, position: number): Cell[] => {
    const cohort = months[position] ?? ''
    const ages = months.map((_, age) => {
      const to = months[position + age]
      const live = liveAtEnd[age]
      if (to === undefined || live === undefined || to >= thisMonth) return cell('')
      return cell(percent(live, size), rowsHref({ number: 'live', cohort, to }))
    })
    return [cell(number(size), rowsHref({ number: 'new', from: cohort, to: cohort })), ...ages]
  }
  return [
    {
      title: 'Still live, by the month of the start',
      note: 'Active, paused or to come, as each month ends. A month that is not over is not shown.',
      columns: ['Started', ...months.map((_, age) => String(age))],
      rows: cohorts.map((cohort, position) => ({
        name: monthName(months[position] ?? ''),
        definition:
          'of the subscriptions that started in the month, how many were live so many months later.',
        isTotal: false,
        cells: cellsOf(cohort, position),
      })),
    },
  ]
}
