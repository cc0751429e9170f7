import { percentOf, sumCents } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import type { PriceStep } from '#subscription/notice/rules/price-schedule.ts'
import { inputsAfterOrder } from './renewal-inputs.ts'
import type { RenewalInputs } from './renewal-inputs.ts'
import { upcomingOrder } from './upcoming-order.ts'
import type { UpcomingOrder } from './upcoming-order.ts'

/** How far ahead revenue is simulated. */
export const forecastMonths = 12

/** What one order brings at the prices as they are scheduled, and with one more step. Goods after discounts, without shipping and tax. */
export interface ForecastOrder {
  /** 0 for the month that begins today. */
  readonly month: number
  readonly oldCents: Cents
  readonly newCents: Cents
  /** Whether the step counts for it. */
  readonly isIncreased: boolean
}

const goodsOf = ({ price }: UpcomingOrder): Cents => price.totals.subtotalCents - price.totals.discountCents

const monthOf = (from: Temporal.PlainDate, on: Temporal.PlainDate): number =>
  Math.max(0, from.until(on, { largestUnit: 'months' }).months)

/** The orders of a subscription in the months to come, by the price rule of renewals, if nothing of it changes. */
export const forecastOrders = (
  inputs: RenewalInputs,
  step: PriceStep | null,
  from: Temporal.PlainDate,
): readonly ForecastOrder[] => {
  const end = from.add({ months: forecastMonths })
  const orders: ForecastOrder[] = []
  let left = inputs
  for (;;) {
    const order = upcomingOrder(left.terms, left.renewal)
    if (order === null || Temporal.PlainDate.compare(order.on, end) >= 0) return orders
    const isIncreased = step !== null && Temporal.PlainDate.compare(step.fromOn, order.on) <= 0
    const priceSteps = [...(left.renewal.priceSteps ?? []), ...(step === null ? [] : [step])]
    const increased = isIncreased ? upcomingOrder(left.terms, { ...left.renewal, priceSteps }) : null
    const oldCents = goodsOf(order)
    const newCents = increased === null ? oldCents : goodsOf(increased)
    orders.push({ month: monthOf(from, order.on), oldCents, newCents, isIncreased })
    left = inputsAfterOrder(left)
  }
}

/** The revenue of a month, or of all of them: at the old price, at the new one, and of that what comes from increased orders. */
export interface RevenueSums {
  readonly oldCents: Cents
  readonly newCents: Cents
  readonly increasedOldCents: Cents
  readonly increasedNewCents: Cents
}

const sumsOf = (orders: readonly ForecastOrder[]): RevenueSums => {
  const increased = orders.filter(({ isIncreased }) => isIncreased)
  return {
    oldCents: sumCents(orders.map(({ oldCents }) => oldCents)),
    newCents: sumCents(orders.map(({ newCents }) => newCents)),
    increasedOldCents: sumCents(increased.map(({ oldCents }) => oldCents)),
    increasedNewCents: sumCents(increased.map(({ newCents }) => newCents)),
  }
}

/** Sums by month. */
export const revenueByMonth = (orders: readonly ForecastOrder[]): readonly RevenueSums[] =>
  Array.from({ length: forecastMonths }, (_, at) => sumsOf(orders.filter(({ month }) => month === at)))

export const addRevenue = (a: RevenueSums, b: RevenueSums): RevenueSums => ({
  oldCents: a.oldCents + b.oldCents,
  newCents: a.newCents + b.newCents,
  increasedOldCents: a.increasedOldCents + b.increasedOldCents,
  increasedNewCents: a.increasedNewCents + b.increasedNewCents,
})

export const noRevenue: RevenueSums = {
  oldCents: 0,
  newCents: 0,
  increasedOldCents: 0,
  increasedNewCents: 0,
}

/** At the new price, if this many per cent of the increased orders do not come because their members leave. Cents, rounded once. */
export const revenueAfterLeaving = ({ newCents, increasedNewCents }: RevenueSums, percent: number): Cents =>
  newCents - percentOf(increasedNewCents, percent)

/** The shares of members, in per cent, for which a simulation is shown: nobody, usual ones, and some beyond the break-even. */
export const leavingShares = (breakEven: number | null): readonly number[] => {
  const end = Math.min(100, Math.max(10, Math.ceil(((breakEven ?? 0) * 1.5) / 10) * 10))
  return [0, 1, 2, 5, 10, end, ...(breakEven === null ? [] : [breakEven])]
    .toSorted((a, b) => a - b)
    .filter((percent, at, all) => percent !== all[at - 1])
}

/** The share of members, in per cent with one decimal, whose leaving makes an increase bring nothing; null when it never does. */
export const breakEvenPercent = ({ increasedOldCents, increasedNewCents }: RevenueSums): number | null =>
  increasedNewCents <= 0
    ? null
    : Math.round(((increasedNewCents - increasedOldCents) / increasedNewCents) * 1000) / 10
