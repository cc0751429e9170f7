import type { MonthCount, ReportFacts } from './report.ts'
import { share } from './section.ts'
import type { Section } from './section.ts'

const steps: readonly (readonly [name: string, definition: string, value: (month: MonthCount) => string])[] =
  [
    [
      'carts',
      'carts made in the month that hold or held something; those that were left are deleted after a while.',
      ({ carts }) => String(carts),
    ],
    [
      'sent to be paid',
      'carts whose checkout form was sent in the month, however often; in brackets the share of carts.',
      ({ carts, checkouts }) => share(checkouts.sent, carts),
    ],
    [
      'ordered',
      'those of them that became an order; in brackets the share of those sent.',
      ({ checkouts }) => share(checkouts.ordered, checkouts.sent),
    ],
  ]

/** From a cart to an order, month by month. */
export const buyingSection = ({ months, counts }: ReportFacts): Section => ({
  title: 'Buying',
  columns: months,
  rows: steps.map(([name, definition, value]) => ({ name, definition, values: counts.map(value) })),
})

const recoveries: readonly (readonly [
  name: string,
  definition: string,
  value: (month: MonthCount) => string,
])[] = [
  [
    'refused',
    'renewals whose card was refused for the first time in the month.',
    ({ dunning }) => String(dunning.opened),
  ],
  [
    'recovered',
    'those of them that were paid after all, until today; in brackets their share.',
    ({ dunning }) => share(dunning.recovered, dunning.opened),
  ],
  [
    'lost',
    'those of them that were given up or let go by the member, until today.',
    ({ dunning }) => share(dunning.lost, dunning.opened),
  ],
]

/** Declined renewals and their outcomes, by the month of the decline. */
export const dunningSection = ({ months, counts }: ReportFacts): Section => ({
  title: 'Refused renewals',
  columns: months,
  rows: recoveries.map(([name, definition, value]) => ({ name, definition, values: counts.map(value) })),
})
