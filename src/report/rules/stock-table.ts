import { expiringUnits, isExpired } from '#catalogue/rules/stock-lots.ts'
import type { StockLot } from '#catalogue/rules/stock-lots.ts'
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
const leftByWeek = (offered: number, units: readonly number[]): readonly number[] => {
  let left = offered
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
  /** Units of each product that are offered: available, without what has expired. */
  readonly stock: Readonly<Record<string, number>>
  readonly coming: readonly ComingUnits[]
  readonly deliveries: readonly ComingDelivery[]
  readonly lots: readonly StockLot[]
}

/** The week in which a day is, from `today` on; a late delivery is expected in this one. */
const weekOf = (day: Temporal.PlainDate, today: Temporal.PlainDate): number =>
  Math.max(0, Math.floor(today.until(day).days / 7))

const weeks: readonly number[] = Array.from({ length: forecastWeeks }, (_, week) => week)

const sumByWeek = (all: readonly { readonly week: number; readonly units: number }[]): readonly number[] =>
  weeks.map((week) => all.filter((one) => one.week === week).reduce((sum, { units }) => sum + units, 0))

const isOf = (product: string) => (one: { readonly product: string }) => one.product === product

const arrivingByWeek = (deliveries: readonly ComingDelivery[], today: Temporal.PlainDate) =>
  sumByWeek(
    deliveries.map(({ units, received, expectedOn }) => ({
      week: weekOf(expectedOn, today),
      units: Math.max(0, units - received),
    })),
  )

/** What expires in each week before the coming orders have taken it. */
const expiringByWeek = (
  lots: readonly StockLot[],
  offered: number,
  taken: readonly number[],
  today: Temporal.PlainDate,
) => {
  const good = lots.filter((lot) => !isExpired(lot, today))
  const expiring = expiringUnits(good, offered, { byWeek: taken, bought: 0 }, today)
  return sumByWeek(expiring.map(({ units, inDays }) => ({ units, week: Math.floor(inDays / 7) })))
}

const stockRow = (
  product: string,
  offered: number,
  { coming, deliveries, lots }: StockFacts,
  today: Temporal.PlainDate,
) => {
  const taken = sumByWeek(coming.filter(isOf(product)))
  const arriving = arrivingByWeek(deliveries.filter(isOf(product)), today)
  const expiring = expiringByWeek(lots.filter(isOf(product)), offered, taken, today)
  const less = weeks.map((week) => (taken[week] ?? 0) + (expiring[week] ?? 0) - (arriving[week] ?? 0))
  const left = leftByWeek(offered, less)
  const gone = left.findIndex((units) => units < 0)
  const moved = (week: number): string =>
    [
      number(taken[week] ?? 0),
      ...(arriving[week] ? [`+${number(arriving[week])}`] : []),
      ...(expiring[week] ? [`${number(expiring[week])} expire`] : []),
    ].join(', ')
  return {
    name: product,
    definition:
      'units left as the week ends; in brackets the units that its orders take, what deliveries bring, and what expires before it is sold.',
    isTotal: false,
    cells: [
      cell(number(offered)),
      cell(gone === -1 ? 'lasts longer' : weekName(today, gone)),
      ...weeks.map((week) => cell(`${number(left[week] ?? 0)} (${moved(week)})`)),
    ],
  }
}

/** Until when the stock of each product, and what is expected, lasts for the coming orders of subscriptions. */
export const stockTables = (facts: StockFacts, today: Temporal.PlainDate): readonly ReportTable[] => [
  {
    title: `Stock and the renewals of the next ${forecastWeeks} weeks`,
    note:
      'Renewals of subscriptions as they are now, each on its day and again after its interval, and deliveries on the day on which they ' +
      'are expected. Units that have expired are left out, and those of a lot that the renewals leave are taken off after its last day. What ' +
      'visitors buy besides, changes and cancellations are not in it.',
    columns: ['Available', 'Runs out in the week of', ...weeks.map((week) => weekName(today, week))],
    rows: Object.entries(facts.stock).map(([product, offered]) => stockRow(product, offered, facts, today)),
  },
]
