import { cell, number } from './desk-tables.ts'
import type { ReportTable } from './desk-tables.ts'

/** Weeks of the forecast. */
export const forecastWeeks = 12

/** What coming orders take from the stock of a product in a week; week 0 begins today. */
export interface ComingUnits {
  readonly product: string
  readonly week: number
  readonly units: number
}

const weekName = (today: Temporal.PlainDate, week: number): string => {
  const day = today.add({ weeks: week })
  return day.toLocaleString('en-US', { month: 'short', day: 'numeric' })
}

/** What is left of a product as each week ends. */
const leftByWeek = (available: number, units: readonly number[]): readonly number[] => {
  let left = available
  return units.map((taken) => {
    left -= taken
    return left
  })
}

/** What more is expected of a delivery. */
export interface ComingDelivery {
  readonly product: string
  readonly units: number
  readonly received: number
  readonly expectedOn: Temporal.PlainDate
}

export interface StockFacts {
  readonly stock: Readonly<Record<string, number>>
  readonly coming: readonly ComingUnits[]
  readonly deliveries: readonly ComingDelivery[]
}

/** The week in which a day is, from `today` on; a late delivery is expected in this one. */
const weekOf = (day: Temporal.PlainDate, today: Temporal.PlainDate): number =>
  Math.max(0, Math.floor(today.until(day).days / 7))

const weeks: readonly number[] = Array.from({ length: forecastWeeks }, (_, week) => week)

const sumByWeek = (all: readonly { readonly week: number; readonly units: number }[]): readonly number[] =>
  weeks.map((week) => all.filter((one) => one.week === week).reduce((sum, { units }) => sum + units, 0))

const stockRow = (
  product: string,
  available: number,
  { coming, deliveries }: StockFacts,
  today: Temporal.PlainDate,
) => {
  const taken = sumByWeek(coming.filter((one) => one.product === product))
  const arriving = sumByWeek(
    deliveries
      .filter((one) => one.product === product)
      .map(({ units, received, expectedOn }) => ({
        week: weekOf(expectedOn, today),
        units: Math.max(0, units - received),
      })),
  )
  const left = leftByWeek(
    available,
    weeks.map((week) => (taken[week] ?? 0) - (arriving[week] ?? 0)),
  )
  const gone = left.findIndex((units) => units < 0)
  const plus = (week: number): string => (arriving[week] ? `, +${number(arriving[week])}` : '')
  return {
    name: product,
    definition:
      'units left as the week ends, in brackets the units that its orders take and what deliveries bring.',
    isTotal: false,
    cells: [
      cell(number(available)),
      cell(gone === -1 ? 'lasts longer' : weekName(today, gone)),
      ...weeks.map((week) => cell(`${number(left[week] ?? 0)} (${number(taken[week] ?? 0)}${plus(week)})`)),
    ],
  }
}

/** Until when the stock of each product, and what is expected, lasts for the coming orders of subscriptions. */
export const stockTables = (facts: StockFacts, today: Temporal.PlainDate): readonly ReportTable[] => [
  {
    title: `Stock and the renewals of the next ${forecastWeeks} weeks`,
    note:
      'Renewals of subscriptions as they are now, each on its day and again after its interval, and deliveries on the day on which they ' +
      'are expected; units of expired lots are left out. What visitors buy besides, changes and cancellations are not in it.',
    columns: ['Available', 'Runs out in the week of', ...weeks.map((week) => weekName(today, week))],
    rows: Object.entries(facts.stock).map(([product, available]) =>
      stockRow(product, available, facts, today),
    ),
  },
]
