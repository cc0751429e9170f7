import { formatPrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { showsOffers } from '#subscription/change/rules/retention.ts'
import { quizSurvey } from '#survey/rules/survey-path.ts'
import { buyingSection, quizSection } from './buying-section.ts'
import { cell, number } from './desk-tables.ts'
import type { ReportTable } from './desk-tables.ts'
import { monthName } from './month.ts'
import type { ReportFacts, MonthCount } from './report.ts'
import type { Section } from './section.ts'
import { visitSection } from './visit-section.ts'

const tableOf = ({ title, columns, rows }: Section, note: string): ReportTable => ({
  title,
  note,
  columns: columns.map(monthName),
  rows: rows.map(({ name, definition, values }) => ({
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    definition,
    isTotal: false,
    cells: values.map((text) => cell(text)),
  })),
})

/** From a cart to an order, and from a visit to an order for those who agreed to be counted. */
export const buyingTables = (facts: ReportFacts): readonly ReportTable[] => [
  tableOf(
    buyingSection(facts),
    'Counted from the shop’s own carts and checkouts, of everybody. Days are counted for good when they are a week old, before carts that were left are deleted.',
  ),
  tableOf(
    visitSection(facts),
    'Only of browsers whose visitors agreed to be counted; not scaled up to all. There are no rows to open: what is kept names nobody.',
  ),
  tableOf(quizSection(facts), 'Counted without answers and without who gave them.'),
]

/** A coupon in one month of a period. */
export interface CouponMonth {
  readonly month: string
  readonly code: string
  readonly uses: number
  /** What it took off orders that were shipped in the month. */
  readonly cents: number
}

const sumOf = (months: readonly CouponMonth[]) => ({
  uses: months.reduce((all, { uses }) => all + uses, 0),
  cents: months.reduce((all, { cents }) => all + cents, 0),
})

/** A code has a page of its own; the codes of a batch together have none. */
const codeHref = (code: string): string | null =>
  code.endsWith('…') ? '/desk/coupons/batches' : `/desk/coupons/codes/${encodeURIComponent(code)}`

/** Uses of each code and what it took off, beside the period before. */
export const couponTables = (
  currency: Currency,
  now: readonly CouponMonth[],
  before: readonly CouponMonth[],
): readonly ReportTable[] => {
  const earlier = Map.groupBy(before, ({ code }) => code)
  const byCode = Map.groupBy(now, ({ code }) => code)
  const codes = [...new Set([...byCode.keys(), ...earlier.keys()])].toSorted()
  return [
    {
      title: 'Use of coupons',
      note: 'Codes of a batch are counted together.',
      columns: ['Uses', `Taken off, ${currency}`, 'Uses before', 'Taken off before'],
      rows: codes.map((code) => {
        const [own, former] = [sumOf(byCode.get(code) ?? []), sumOf(earlier.get(code) ?? [])]
        return {
          name: code,
          definition:
            'orders and subscriptions that the code was entered for, and what it took off orders that were shipped; a code that lasts goes on taking off.',
          isTotal: false,
          cells: [
            cell(number(own.uses), codeHref(code)),
            cell(formatPrice(own.cents, currency)),
            cell(number(former.uses), codeHref(code)),
            cell(formatPrice(former.cents, currency)),
          ],
        }
      }),
    },
  ]
}

/** How often something of a kind was counted in a month; `detail` is a survey's name, or a variant and a reason. */
interface Count {
  readonly kind: string
  readonly detail: string
  readonly times: number
}

type Leaving = MonthCount['leaving'][number]

const leavingOf = ({ kind, detail, times }: Count): Leaving[] => {
  if (kind !== 'left' && kind !== 'stayed') return []
  const [variant = '', reasonId = ''] = detail.split(' ')
  return [{ sawOffers: showsOffers(variant), reasonId, outcome: kind, times }]
}

/** The counts of one month by what they are of. */
export const buyingCounts = (
  counts: readonly Count[],
): Pick<MonthCount, 'quiz' | 'carts' | 'checkouts' | 'leaving'> => {
  const times = (kind: string, detail = ''): number =>
    counts.find((count) => count.kind === kind && count.detail === detail)?.times ?? 0
  return {
    quiz: { started: times('survey-started', quizSurvey), finished: times('survey-finished', quizSurvey) },
    carts: times('cart'),
    checkouts: { sent: times('sent'), ordered: times('ordered') },
    leaving: counts.flatMap(leavingOf),
  }
}
