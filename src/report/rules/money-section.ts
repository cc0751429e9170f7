import { wirePrice } from '#shared/money.ts'
import { movedIn } from './report.ts'
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
    (month) => movedIn(month, 'receivable', { fact: 'order-placed' }),
  ],
  [
    'given back',
    'refunds that the card processor settled in the month.',
    (month) => 0 - movedIn(month, 'receivable', { fact: 'refund-settled' }),
  ],
  [
    'sales',
    'goods that left the shop in the month, at full price.',
    (month) => 0 - movedIn(month, 'revenue'),
  ],
  ['discounts', 'what codes took off those goods.', (month) => movedIn(month, 'discounts')],
  ['shipping', 'shipping charged with those parcels.', (month) => 0 - movedIn(month, 'shipping')],
  [
    'tax',
    'sales tax that became payable, less what refunds gave back.',
    (month) => 0 - movedIn(month, 'tax-payable'),
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
