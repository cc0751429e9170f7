import { wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { movementKinds } from './recurring-revenue.ts'
import type { MovementKind, RevenueBridge } from './recurring-revenue.ts'
import { sumMovements } from './report.ts'
import type { MonthCount, ReportFacts } from './report.ts'
import type { Section } from './section.ts'

/** What each movement of recurring revenue counts. */
export const movementDefinitions: Readonly<Record<MovementKind, string>> = {
  new: 'subscriptions that started, with what they bring a month from then on.',
  reactivation: 'subscriptions that had ended and came back, with what they bring a month from that day on.',
  expansion: 'live subscriptions that bring more: a larger quantity or plan, or the end of a pause.',
  contraction: 'live subscriptions that bring less: a smaller quantity or plan, or a pause.',
  churn: 'subscriptions that ended: canceled, expired, or failed to be paid.',
}

export const openingDefinition =
  'monthly recurring revenue as the month begins: price times quantity of every active subscription, divided by the months ' +
  'of its rhythm and rounded to cents, before discounts, shipping and tax. Paused ones bring nothing.'

export const closingDefinition =
  'the same as the month ends: opening and the movements in between, to the cent.'

const movementText = (
  { subscriptions, cents }: RevenueBridge['movements'][MovementKind],
  currency: Currency,
): string => `${wirePrice(cents, currency)} (${subscriptions})`

/** Recurring revenue month by month; in brackets how many movements there were. */
export const revenueSection = (
  months: readonly string[],
  bridges: readonly RevenueBridge[],
  currency: Currency,
): Section => ({
  title: `Recurring revenue, ${currency} a month`,
  columns: months,
  rows: [
    {
      name: 'opening',
      definition: openingDefinition,
      values: bridges.map(({ openingCents }) => wirePrice(openingCents, currency)),
    },
    ...movementKinds.map((kind) => ({
      name: kind,
      definition: movementDefinitions[kind],
      values: bridges.map(({ movements }) => movementText(movements[kind], currency)),
    })),
    {
      name: 'closing',
      definition: closingDefinition,
      values: bridges.map(({ closingCents }) => wirePrice(closingCents, currency)),
    },
  ],
})

const figures: readonly (readonly [
  name: string,
  definition: string,
  cents: (month: MonthCount, currency: Currency) => number,
])[] = [
  [
    'charged',
    'what cards were charged for orders placed in the month, with shipping and tax.',
    (month, currency) => sumMovements(month, 'receivable', currency, { fact: 'order-placed' }),
  ],
  [
    'refunded',
    'refunds that the card processor settled in the month, less those that a bank sent back in it.',
    (month, currency) =>
      0 -
      sumMovements(month, 'receivable', currency, { fact: 'refund-settled' }) -
      sumMovements(month, 'receivable', currency, { fact: 'refund-reversed' }),
  ],
  [
    'sales',
    'goods that left the shop in the month, at full price.',
    (month, currency) => 0 - sumMovements(month, 'revenue', currency),
  ],
  [
    'discounts',
    'what codes took off those goods.',
    (month, currency) => sumMovements(month, 'discounts', currency),
  ],
  [
    'shipping',
    'shipping charged with those orders.',
    (month, currency) => 0 - sumMovements(month, 'shipping', currency),
  ],
  [
    'tax',
    'sales tax that became payable, less what refunds gave back.',
    (month, currency) => 0 - sumMovements(month, 'tax-payable', currency),
  ],
]

/** Money month by month, read off the ledger. */
export const moneySection = ({ months, counts }: ReportFacts, currency: Currency): Section => ({
  title: `Money, ${currency}`,
  columns: months,
  rows: figures.map(([name, definition, cents]) => ({
    name,
    definition,
    values: counts.map((month) => wirePrice(cents(month, currency), currency)),
  })),
})
