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

/** Until when the stock of each product lasts for the coming orders of subscriptions. */
export const stockTables = (
  stock: Readonly<Record<string, number>>,
  coming: readonly ComingUnits[],
  today: Temporal.PlainDate,
): readonly ReportTable[] => {
  const weeks = Array.from({ length: forecastWeeks }, (_, week) => week)
  const rows = Object.entries(stock).map(([product, available]) => {
    const units = weeks.map((week) =>
      coming
        .filter((one) => one.product === product && one.week === week)
        .reduce((sum, one) => sum + one.units, 0),
    )
    const left = leftByWeek(available, units)
    const gone = left.findIndex((units) => units < 0)
    return {
      name: product,
      definition: 'units left as the week ends, in brackets the units that its orders take.',
      isTotal: false,
      cells: [
        cell(number(available)),
        cell(gone === -1 ? 'lasts longer' : weekName(today, gone)),
        ...weeks.map((week) => cell(`${number(left[week] ?? 0)} (${number(units[week] ?? 0)})`)),
      ],
    }
  })
  return [
    {
      title: `Stock and the renewals of the next ${forecastWeeks} weeks`,
      note:
        'Renewals of subscriptions as they are now, each on its day and again after its interval; what visitors buy besides, ' +
        'changes, cancellations and deliveries are not in it.',
      columns: ['Available', 'Runs out in the week of', ...weeks.map((week) => weekName(today, week))],
      rows,
    },
  ]
}
