import { wirePrice } from '#shared/money.ts'
import { sumMovements } from './report.ts'
import type { MonthCount, ReportFacts } from './report.ts'
import type { Section } from './section.ts'

const figures: readonly (readonly [
  name: string,
  definition: string,
  cents: (month: MonthCount) => number,
])[] = [
  [
    'charged',
    'what cards were charged for orders placed in the month, with shipping and tax.',
    (month) => sumMovements(month, 'receivable', { fact: 'order-placed' }),
  ],
  [
    'refunded',
    'refunds that the card processor settled in the month.',
    (month) => 0 - sumMovements(month, 'receivable', { fact: 'refund-settled' }),
  ],
  [
    'sales',
    'goods that left the shop in the month, at full price.',
    (month) => 0 - sumMovements(month, 'revenue'),
  ],
  ['discounts', 'what codes took off those goods.', (month) => sumMovements(month, 'discounts')],
  ['shipping', 'shipping charged with those parcels.', (month) => 0 - sumMovements(month, 'shipping')],
  [
    'tax',
    'sales tax that became payable, less what refunds gave back.',
    (month) => 0 - sumMovements(month, 'tax-payable'),
  ],
]

/** Money month by month, read off the ledger. */
export const moneySection = ({ months, counts }: ReportFacts): Section => ({
  title: 'Money, USD',
  columns: months,
  rows: figures.map(([name, definition, cents]) => ({
    name,
    definition,
    values: counts.map((month) => wirePrice(cents(month))),
  })),
})
