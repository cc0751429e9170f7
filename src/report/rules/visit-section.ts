import type { MonthCount, ReportFacts } from './report.ts'
import { share } from './section.ts'
import type { Section } from './section.ts'

/** The steps of a visit: the event or page of each, and what it counts; the pages of products are the catalogue's. */
const visitSteps = [
  {
    name: 'visits',
    events: ['Page Viewed'],
    paths: [],
    definition:
      'browsers that opened a page in the month, of visitors who agreed to be counted. Each later row ' +
      'counts those of them that did it in the month; in brackets the share of the row before.',
  },
  {
    name: 'product',
    events: ['Product Viewed'],
    paths: [],
    definition: 'saw the page of a product.',
  },
  {
    name: 'cart',
    events: ['Product Added', 'Cart Viewed'],
    paths: ['/cart'],
    definition: 'put something into the cart, or opened it.',
  },
  {
    name: 'checkout',
    events: ['Checkout Started'],
    paths: ['/checkout'],
    definition: 'opened the checkout.',
  },
  {
    name: 'order',
    events: ['Order Completed'],
    paths: ['/thank-you'],
    definition: 'reached the thanks for an order.',
  },
] as const

/** The steps with the pages of the products. */
export const visitStepsWith = (productPages: readonly string[]) =>
  visitSteps.map(({ name, events, paths }) => ({ events, paths: name === 'product' ? productPages : paths }))

const stepText = ({ visits }: MonthCount, at: number): string => {
  const count = visits[at] ?? 0
  return at === 0 ? String(count) : share(count, visits[at - 1] ?? 0)
}

/** From a visit to an order, month by month. */
export const visitSection = ({ months, counts }: ReportFacts): Section => ({
  title: 'Visits',
  columns: months,
  rows: visitSteps.map(({ name, definition }, at) => ({
    name,
    definition,
    values: counts.map((month) => stepText(month, at)),
  })),
})
